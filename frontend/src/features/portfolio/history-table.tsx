import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Button } from '../../components/feedback/button';
import { DataTable } from '../../components/table/data-table';
import { useProfile } from '../../lib/session';
import { NO_FILTER, usePageParams, useRowParams } from '../../lib/use-page-params';
import { HistoryBar } from './history-bar';
import type { HistorySet } from './history-sets';

export function HistoryTable<R>({ set }: { set: HistorySet<R> }) {
  const { userId, kycStatus } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const { sort, filter, filtered, asked, sortBy, setFilter } = useRowParams(set.nameKey, set.sorts);
  const query = useQuery({
    queryKey: ['history', userId, set.id, page, perPage, asked],
    queryFn: ({ signal }) => set.fetch(userId, { page, perPage, query: asked, signal }),
    placeholderData: keepPreviousData,
  });
  const nothing = filtered
    ? { title: `${set.empty} for this filter`, text: 'Other days or another name may have some.', action: <Button onClick={() => setFilter(NO_FILTER)}>Show all</Button> }
    : { title: set.empty, text: kycStatus === 'approved' ? 'The last sync found none in your exchange account.' : 'Your history appears here once your verification is approved.' };
  return (
    <>
      <HistoryBar set={set} filter={filter} onFilter={setFilter} asked={asked} total={query.data?.total} />
      <DataTable
        caption={set.label}
        columns={set.columns}
        rows={query.data?.rows}
        // These records carry no id; their place on the page is all they have.
        rowKey={(_, index) => `${page}:${index}`}
        error={query.error}
        onRetry={() => void query.refetch()}
        refreshing={query.isPlaceholderData}
        sorting={{ ...sort, onSort: sortBy }}
        skeletonRows={10}
        empty={nothing}
        pager={{ page, perPage, total: query.data?.total, capped: query.data?.capped, onPage: setPage, onPerPage: setPerPage }}
      />
    </>
  );
}
