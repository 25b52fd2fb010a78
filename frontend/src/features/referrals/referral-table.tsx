import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Column, DataTable } from '../../components/table/data-table';
import { useProfile } from '../../lib/session';
import { usePageParams } from '../../lib/use-page-params';
import type { Referral } from '../../lib/wire/referrals';
import { t } from '../../lib/i18n/texts';
import { fetchReferrals } from './api/get-referrals';

const columns = (): readonly Column<Referral>[] => [
  { id: 'no', header: t('referrals.column.no'), cell: (_, position) => position, phone: 'hidden' },
  { id: 'surname', header: t('referrals.column.surname'), cell: (row) => row.surname, phone: 'title' },
  { id: 'first-name', header: t('referrals.column.firstName'), cell: (row) => row.firstName, phone: 'title' },
  { id: 'country', header: t('referrals.column.country'), cell: (row) => row.country, phone: 'detail' },
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
      caption={t('referrals.people')}
      columns={columns()}
      rows={query.data?.rows}
      // These records carry no id; their place on the page is all they have.
      rowKey={(_, index) => `${page}:${index}`}
      error={query.error}
      onRetry={() => void query.refetch()}
      refreshing={query.isPlaceholderData}
      skeletonRows={3}
      empty={{ title: t('referrals.none'), text: t('referrals.noneText') }}
      pager={{ page, perPage, total: query.data?.total, onPage: setPage, onPerPage: setPerPage }}
    />
  );
}
