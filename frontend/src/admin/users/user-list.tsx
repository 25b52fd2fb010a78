import { Badge } from '../../components/feedback/badge';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { day } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { User } from '../../lib/wire/users';
import { ResourceTable } from '../resource-table';
import { SearchField, useSearched } from '../search-field';
import { ReviewBadge, personColumns } from './user-columns';
import { UserButtons } from './user-buttons';

const columns: readonly Column<User>[] = [
  ...personColumns,
  { id: 'referrals', header: 'Referral No', cell: (row) => count(row.referrals), align: 'end' },
  { id: 'created', header: 'Created date', cell: (row) => day(row.createdAt) },
  { id: 'kyc', header: 'Kyc Status', cell: (row) => <ReviewBadge status={row.kycStatus} />, phone: 'figure' },
  { id: 'payment', header: 'Payment Status', cell: (row) => <ReviewBadge status={row.paymentStatus} />, phone: 'figure' },
  { id: 'status', header: 'Status', cell: (row) => <Badge tone={row.status === 'active' ? 'up' : 'warn'}>{row.status === 'active' ? 'Active' : 'Deactivated'}</Badge>, phone: 'title' },
  { id: 'action', header: 'Action', cell: (row) => <UserButtons user={row} />, align: 'end', phone: 'actions' },
];

/** Everybody who has an account and is not in the rejected list; admins, too. */
export function UserList() {
  const q = useSearched();
  return (
    <Screen title="All users" intro="Members and admins, newest first." actions={<SearchField label="Search name or e-mail" />}>
      <Card flush>
        <ResourceTable
          resource="users"
          caption="All users"
          columns={columns}
          cardsBelow={1100}
          filter={q === '' ? {} : { q }}
          empty={q === '' ? { title: 'No users yet', text: 'People appear here once they have registered.' } : { title: `Nobody matches “${q}”`, text: 'Search for a part of a name or of an e-mail.' }}
        />
      </Card>
    </Screen>
  );
}
