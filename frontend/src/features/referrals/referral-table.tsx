import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../components/table/data-table';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import type { Referral } from '../../lib/wire/referrals';
import { fetchReferrals } from './api/get-referrals';

const columns: readonly Column<Referral>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'surname', header: 'Surname', cell: (row) => row.surname, phone: 'title' },
  { id: 'first-name', header: 'First name', cell: (row) => row.firstName, phone: 'title' },
  { id: 'country', header: 'Country', cell: (row) => row.country, phone: 'detail' },
];

/** Who registered with a code; without one, with the member's own. */
export function ReferralTable({ code }: { code?: string }) {
  const { userId } = useProfile();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const query = useQuery({
    queryKey: ['referrals', userId, code ?? 'own', page, perPage],
    queryFn: ({ signal }) => fetchReferrals({ page, perPage, signal }, code),
    placeholderData: keepPreviousData,
  });
  return (
    <DataTable
      caption="People you referred"
      columns={columns}
      rows={query.data?.rows}
      // These records carry no id; their place on the page is all they have.
      rowKey={(_, index) => `${page}:${index}`}
      error={query.error}
      onRetry={() => void query.refetch()}
      refreshing={query.isPlaceholderData}
      skeletonRows={3}
      empty={{ title: 'Nobody yet', text: 'People appear here once they have registered with your code.' }}
      pager={{ page, perPage, total: query.data?.total, onPage: setPage, onPerPage: setPerPage }}
    />
  );
}
