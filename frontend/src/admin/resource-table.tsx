import { keepPreviousData } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type RaRecord, type SortPayload, useGetList } from 'react-admin';
import { type Column, DataTable, type DataTableProps } from '../components/table/data-table';
import { countedTo } from '../lib/lists';
import { type SortParam, usePageParams, useSortParam } from '../lib/use-page-params';
import { SERVER_ORDER } from './data-provider';

export interface ResourceTableProps<R extends RaRecord> {
  resource: string;
  caption: string;
  columns: readonly Column<R>[];
  empty: DataTableProps<R>['empty'];
  filter?: Record<string, unknown>;
  /** The one order of a list that nobody sorts. */
  sort?: SortPayload;
  /**
   * The columns that the list may be sorted by, as the server calls them, and the direction each begins in; the first stands unasked. Its
   * columns say `sort`.
   */
  sorts?: readonly SortParam[];
  cardsBelow?: number;
  /** More columns than fit at the usual size. */
  dense?: boolean;
  /** Looks again by itself after so many milliseconds; false for never. */
  refresh?: (rows: readonly R[] | undefined) => number | false;
  /** Stands above the rows that are shown: what can be done with several of them. */
  above?: (rows: readonly R[]) => ReactNode;
}

const NO_SORTS: readonly SortParam[] = [];
const orders = { asc: 'ASC', desc: 'DESC' } as const;

/** A real paged list over one REST resource; page, size and sort stand in the address. */
export function ResourceTable<R extends RaRecord>({
  resource,
  caption,
  columns,
  empty,
  filter = {},
  sort = SERVER_ORDER,
  sorts = NO_SORTS,
  cardsBelow,
  dense,
  refresh,
  above,
}: ResourceTableProps<R>) {
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const sorting = useSortParam(sorts);
  const asked: SortPayload = sorts.length > 0 ? { field: sorting.sort.by, order: orders[sorting.sort.order] } : sort;
  const { data, total, error, isPlaceholderData, refetch } = useGetList<R>(
    resource,
    { pagination: { page, perPage }, sort: asked, filter },
    { placeholderData: keepPreviousData, refetchInterval: (query) => refresh?.(query.state.data?.data) ?? false },
  );
  return (
    <>
      {data !== undefined && data.length > 0 && above?.(data)}
      <DataTable
        caption={caption}
        columns={columns}
        rows={data}
        rowKey={(row) => String(row.id)}
        error={error}
        onRetry={() => void refetch()}
        refreshing={isPlaceholderData}
        empty={empty}
        sorting={sorts.length > 0 ? { ...sorting.sort, onSort: sorting.sortBy } : undefined}
        {...(cardsBelow !== undefined && { cardsBelow })}
        {...(dense !== undefined && { dense })}
        pager={{ page, perPage, ...(total === undefined ? { total } : countedTo(total)), onPage: setPage, onPerPage: setPerPage }}
      />
    </>
  );
}
