import { keepPreviousData } from '@tanstack/react-query';
import { type RaRecord, type SortPayload, useGetList } from 'react-admin';
import { type Column, DataTable, type DataTableProps } from '../components/table/data-table';
import { usePageParams } from '../lib/use-page-params';
import { SERVER_ORDER } from './data-provider';

interface ResourceTableProps<R extends RaRecord> {
  resource: string;
  caption: string;
  columns: readonly Column<R>[];
  empty: DataTableProps<R>['empty'];
  filter?: Record<string, unknown>;
  sort?: SortPayload;
  cardsBelow?: number;
  /** Looks again by itself after so many milliseconds; false for never. */
  refresh?: (rows: readonly R[] | undefined) => number | false;
}

/** A real paged list over one REST resource; page and size stand in the address. */
export function ResourceTable<R extends RaRecord>({ resource, caption, columns, empty, filter = {}, sort = SERVER_ORDER, cardsBelow, refresh }: ResourceTableProps<R>) {
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const { data, total, error, isPlaceholderData, refetch } = useGetList<R>(
    resource,
    { pagination: { page, perPage }, sort, filter },
    { placeholderData: keepPreviousData, refetchInterval: (query) => refresh?.(query.state.data?.data) ?? false },
  );
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={data}
      rowKey={(row) => String(row.id)}
      error={error}
      onRetry={() => void refetch()}
      refreshing={isPlaceholderData}
      empty={empty}
      {...(cardsBelow !== undefined && { cardsBelow })}
      pager={{ page, perPage, total, onPage: setPage, onPerPage: setPerPage }}
    />
  );
}
