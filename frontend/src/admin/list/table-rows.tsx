import { type ReactElement, useMemo } from 'react';
import { DatagridBody, DatagridConfigurable, FunctionField, type RaRecord, useListContext, useStore } from 'react-admin';
import { type Column, cellClass, numbered, tableClass } from '../../components/table/data-table';
import { SidewaysScroller } from '../../components/table/sideways-scroller';
import type { SortParam } from '../../lib/use-page-params';
import { DENSITY, type Density } from './list-toolbar';
import styles from './list.module.css';
import { SelectableRow, type Selection } from './selection';

export interface RowsProps<R extends RaRecord> {
  caption: string;
  /** Under which react-admin keeps the chosen columns. */
  preferenceKey: string;
  columns: readonly Column<R>[];
  /** The columns that the server sorts by, with the direction that each begins in. */
  sorts: readonly SortParam[];
  empty: ReactElement;
  /** Cells of two lines, for more columns than fit otherwise. */
  dense?: boolean;
  selection?: Selection<R>;
}

const orders = { asc: 'ASC', desc: 'DESC' } as const;

/** The rows as a table whose columns can be chosen. */
export function TableRows<R extends RaRecord>(props: RowsProps<R>) {
  const { caption, preferenceKey, columns, sorts, empty, dense = false, selection } = props;
  const [density] = useStore<Density>(DENSITY, 'comfortable');
  const { data, page, perPage } = useListContext<R>();
  const positions = useMemo(() => new Map(data?.map(({ id }, index) => [id, numbered({ page, perPage }, index)])), [data, page, perPage]);
  return (
    <SidewaysScroller label={caption}>
      <div className={`${tableClass} ${styles.grid} ${styles[density]}`} data-dense={dense || undefined}>
        <DatagridConfigurable
          aria-label={caption}
          preferenceKey={preferenceKey}
          rowClick={false}
          empty={empty}
          bulkActionButtons={selection?.actions ?? false}
          bulkActionsToolbar={NO_TOOLBAR}
          {...(selection && {
            isRowSelectable: selection.isSelectable,
            body: <DatagridBody row={<SelectableRow selection={selection} />} />,
          })}
        >
          {columns.map((column) => (
            <FunctionField<R>
              key={column.id}
              source={column.id}
              label={column.header}
              {...sorting(column, sorts)}
              cellClassName={cellClass(column)}
              headerClassName={cellClass(column)}
              render={(row) => column.cell(row, positions.get(row.id) ?? 0)}
            />
          ))}
        </DatagridConfigurable>
      </div>
    </SidewaysScroller>
  );
}

/** The toolbar stands above the part that scrolls, not within it. */
const NO_TOOLBAR = <></>;

function sorting<R>({ sort }: Column<R>, sorts: readonly SortParam[]) {
  const found = sorts.find(({ by }) => by === sort);
  return found ? { sortBy: found.by, sortByOrder: orders[found.order] } : { sortable: false };
}
