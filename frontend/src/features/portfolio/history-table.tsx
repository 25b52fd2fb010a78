import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { DataTable } from '../../components/table/data-table';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import type { HistorySet } from './history-sets';

export function HistoryTable<R>({ set }: { set: HistorySet<R> }) {
  const { userId, kycStatus } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const query = useQuery({
    queryKey: ['history', userId, set.id, page, perPage],
    queryFn: ({ signal }) => set.fetch(userId, { page, perPage, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable
      caption={set.label}
      columns={set.columns}
      rows={query.data?.rows}
      // These records carry no id; their place on the page is all they have.
      rowKey={(_, index) => `${page}:${index}`}
      error={query.error}
      onRetry={() => void query.refetch()}
      refreshing={query.isPlaceholderData}
      empty={{
        title: set.empty,
        text: kycStatus === 'approved' ? 'The last sync found none in your exchange account.' : 'Your history appears here once your verification is approved.',
      }}
      pager={{ page, perPage, total: query.data?.total, onPage: setPage, onPerPage: setPerPage }}
    />
  );
}
