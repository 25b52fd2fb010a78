import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useGetList } from 'react-admin';
import { Link, useParams } from 'react-router';
import { Card, Screen } from '../../components/layout/screen';
import { type Column, DataTable } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { fetchPage } from '../../lib/lists';
import { usePageParams } from '../../lib/use-page-params';
import { type ReferralSeen, referralsOf, toReferralSeen, withCode } from '../../lib/wire/referrals';
import type { User } from '../../lib/wire/users';
import { SERVER_ORDER } from '../data-provider';
import { StateBadge, type StateWords } from '../state-badge';
import { Clipped } from './user-columns';

const standings: Record<ReferralSeen['standing'], StateWords> = {
  active: { tone: 'up', words: 'Active' },
  deactivated: { tone: 'warn', words: 'Deactivated' },
  rejected: { tone: 'down', words: 'Rejected' },
};

const columns: readonly Column<ReferralSeen>[] = [
  { id: 'no', header: 'No', cell: (_, position) => position, phone: 'hidden' },
  { id: 'surname', header: 'Surname', cell: (row) => <Clipped text={row.surname} />, phone: 'title' },
  { id: 'first-name', header: 'First name', cell: (row) => <Clipped text={row.firstName} />, phone: 'title' },
  { id: 'country', header: 'Country', cell: (row) => <Clipped text={row.country} />, phone: 'detail' },
  { id: 'status', header: 'Status', cell: ({ standing }) => <StateBadge of={standings[standing]} />, phone: 'detail' },
];

/** Who registered with a user's code: the specification's referral view of another user. */
export function ReferralsOfUser() {
  const { code = '' } = useParams();
  const { page, perPage, setPage, setPerPage } = usePageParams();
  const owner = useGetList<User>('users', { pagination: { page: 1, perPage: 1 }, sort: SERVER_ORDER, filter: withCode(code) }).data?.[0];
  const query = useQuery({
    queryKey: ['users', 'referrals', code, page, perPage],
    queryFn: ({ signal }) => fetchPage(referralsOf(code), { page, perPage, signal }, toReferralSeen),
    placeholderData: keepPreviousData,
  });
  return (
    <Screen
      title={owner ? `Referred by ${owner.fullName}` : 'Referrals'}
      intro={
        <>
          Registered with the code <code>{code}</code>
          {owner && (
            <>
              {' '}
              of <Link to={consolePaths.user(owner.id)}>{owner.fullName}</Link>
            </>
          )}
          , newest first. Deleted and rejected accounts still count.
        </>
      }
    >
      <Card flush>
        <DataTable
          caption="Referrals"
          columns={columns}
          rows={query.data?.rows}
          // These records carry no id; their place on the page is all they have.
          rowKey={(_, index) => `${page}:${index}`}
          error={query.error}
          onRetry={() => void query.refetch()}
          refreshing={query.isPlaceholderData}
          skeletonRows={3}
          empty={{ title: 'None yet', text: 'Users appear here when they register with this code.' }}
          pager={{ page, perPage, total: query.data?.total, capped: query.data?.capped, onPage: setPage, onPerPage: setPerPage }}
        />
      </Card>
    </Screen>
  );
}
