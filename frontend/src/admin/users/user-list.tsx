import type { Column } from '../../components/table/data-table';
import { type User, userSorts } from '../../lib/wire/users';
import { ExportButton } from '../list/export-button';
import { type FilterOption, choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { BulkActions, canBeSelected } from './bulk-actions';
import { DeleteButton, StatusToggle } from './user-acts';
import { Day, ReviewBadge, detailColumns, nobodyMatches, personColumns, referralColumn } from './user-columns';

const reviews: readonly FilterOption[] = [
  ['approved', 'Approved'],
  ['pending', 'Pending'],
  ['rejected', 'Rejected'],
  ['none', 'Not verified'],
];

const filters = [
  searchFilter('Search name or email'),
  choiceFilter('kyc', 'KYC', reviews),
  choiceFilter('payment', 'Payment', reviews),
  choiceFilter('membership', 'Membership', [
    ['trade club', 'Trade club'],
    ['hedge fund', 'Hedge fund'],
  ]),
  choiceFilter('status', 'Status', [
    ['active', 'Active'],
    ['deactivated', 'Deactivated'],
  ]),
];

const selection = { actions: <BulkActions />, isSelectable: canBeSelected, nameOf: ({ fullName }: User) => fullName };

/** The columns of the specification. */
const columns: readonly Column<User>[] = [
  ...personColumns('firstName'),
  ...detailColumns('country'),
  referralColumn,
  { id: 'created', header: 'Created date', cell: (row) => <Day of={row.createdAt} />, sort: 'createdDate' },
  { id: 'kyc', header: 'Kyc Status', cell: (row) => <ReviewBadge status={row.kycStatus} />, phone: 'figure' },
  { id: 'payment', header: 'Payment Status', cell: (row) => <ReviewBadge status={row.paymentStatus} />, phone: 'figure' },
  { id: 'status', header: 'Status', cell: (row) => <StatusToggle user={row} />, phone: 'figure' },
  { id: 'delete', header: 'Delete', cell: (row) => <DeleteButton user={row} compact />, align: 'end', phone: 'actions' },
];

/** Everybody who has an account and is not in the rejected list; admins, too. */
export function UserList() {
  return (
    <ListScreen
      title="All users"
      intro="Members and admins, newest first."
      resource="users"
      columns={columns}
      dense
      filters={filters}
      sorts={userSorts}
      selection={selection}
      actions={<ExportButton path="/admin/users.csv" needs="users.export" />}
      empty={{ title: 'No users yet', text: 'Users appear here when they register.', filtered: nobodyMatches }}
    />
  );
}
