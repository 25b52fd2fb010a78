import type { ReactElement, ReactNode } from 'react';
import { BulkActionsToolbar, List, type RaRecord, type SortPayload, useListContext } from 'react-admin';
import { ErrorState } from '../../components/feedback/states';
import { type Column, DataTable } from '../../components/table/data-table';
import { page } from '../../config/constants';
import { useNarrow } from '../../lib/use-narrow';
import type { SortParam } from '../../lib/use-page-params';
import { SERVER_ORDER } from '../data-provider';
import { CardRows } from './card-rows';
import { ListEmpty, type EmptyWords } from './list-empty';
import { ListPager } from './list-pager';
import { ListToolbar } from './list-toolbar';
import styles from './list.module.css';
import type { Selection } from './selection';
import { type RowsProps, TableRows } from './table-rows';

export interface ResourceListProps<R extends RaRecord> {
  resource: string;
  /** Names the list for screen readers. */
  caption: string;
  columns: readonly Column<R>[];
  empty: EmptyWords;
  /** Inputs of react-admin; they stand above the rows, and their values in the address. */
  filters?: ReactElement[];
  /** A filter that nobody can take away. */
  filter?: Record<string, unknown>;
  /** Values of `filters` at the start, which anybody can take away. */
  startingFilter?: Record<string, unknown>;
  /** What the server sorts by, as it calls it, with the direction that each begins in; the first is the order at the start. */
  sorts?: readonly SortParam[];
  /** The order of a list that nobody can sort. */
  sort?: SortPayload;
  /** Of a list within a screen of something else, such as a person: its state is apart from that of the resource’s own list. */
  storeKey?: string;
  /** Cells of two lines, for more columns than fit otherwise. */
  dense?: boolean;
  /** Width under which rows become cards. */
  cardsBelow?: number;
  /** Reads the list again after so many milliseconds. */
  refresh?: (rows: readonly R[] | undefined) => number | false;
  /** Without it no row can be selected. */
  selection?: Selection<R>;
  /** Stands beside the filters: a file of the server, for one. */
  actions?: ReactNode;
}

const DEFAULT_CARDS_BELOW = 1100;
const NO_SORTS: readonly SortParam[] = [];

/**
 * A list of the console on react-admin’s parts: filters, saved filters, columns to choose, sorting, selection and pages. On a narrow
 * screen each row is a card.
 */
export function ResourceList<R extends RaRecord>(props: ResourceListProps<R>) {
  const { resource, caption, columns, sorts = NO_SORTS, filters, filter, refresh } = props;
  const isNarrow = useNarrow(props.cardsBelow ?? DEFAULT_CARDS_BELOW);
  const isPart = props.storeKey !== undefined;
  const key = `${props.storeKey ?? resource}.datagrid`;
  return (
    <List<R>
      resource={resource}
      title={false}
      component="div"
      className={styles.list ?? ''}
      empty={false}
      perPage={page.defaultSize}
      {...(props.storeKey && { storeKey: props.storeKey })}
      sort={props.sort ?? firstOf(sorts)}
      {...(filter && { filter })}
      {...(filters && { filters })}
      {...(props.startingFilter && { filterDefaultValues: props.startingFilter })}
      exporter={false}
      actions={
        isPart && !filters ? (
          false
        ) : (
          <ListToolbar columns={isNarrow ? undefined : key} hasFilters={filters !== undefined} extra={props.actions} />
        )
      }
      pagination={<ListPager />}
      error={<ListError caption={caption} />}
      queryOptions={{
        // The list itself says what went wrong.
        onError: () => undefined,
        ...(refresh && { refetchInterval: (query) => refresh(query.state.data?.data) }),
      }}
    >
      <ListRows<R>
        isNarrow={isNarrow}
        caption={caption}
        preferenceKey={key}
        columns={columns}
        sorts={sorts}
        empty={<ListEmpty words={props.empty} />}
        {...(props.dense && { dense: true })}
        {...(props.selection && { selection: props.selection })}
      />
    </List>
  );
}

/** The rows, or their shape while they are loading. */
function ListRows<R extends RaRecord>({ isNarrow, ...rows }: RowsProps<R> & { isNarrow: boolean }) {
  const { isPending, isPlaceholderData } = useListContext<R>();
  const { caption, columns, selection } = rows;
  if (isPending)
    return (
      <DataTable caption={caption} columns={columns} rows={undefined} rowKey={String} cardsBelow={isNarrow ? ALWAYS : 0} empty={NO_WORDS} />
    );
  return (
    <div aria-busy={isPlaceholderData}>
      {selection && (
        <BulkActionsToolbar selectAllButton={false} className={styles.selected ?? ''}>
          {selection.actions}
        </BulkActionsToolbar>
      )}
      {isNarrow ? <CardRows<R> {...rows} /> : <TableRows<R> {...rows} />}
    </div>
  );
}

/** A width that no window has. */
const ALWAYS = 100_000;
const NO_WORDS = { title: '' };

function firstOf([first]: readonly SortParam[]): SortPayload {
  return first ? { field: first.by, order: first.order === 'asc' ? 'ASC' : 'DESC' } : SERVER_ORDER;
}

function ListError({ caption }: { caption: string }) {
  const { error, refetch } = useListContext();
  return <ErrorState title={`${caption} could not be loaded`} error={error} onRetry={() => void refetch()} />;
}
