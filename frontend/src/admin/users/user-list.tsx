import { useMemo } from 'react';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { useFilterParams } from '../../lib/use-page-params';
import { type User, userSorts } from '../../lib/wire/users';
import { Allowed } from '../access/allowed';
import { FilterBar, type FilterChoice } from '../filter-bar';
import { ResourceTable } from '../resource-table';
import { SearchField, useSearched } from '../search-field';
import { BulkBar } from './bulk-bar';
import { ExportButton } from './export-button';
import { SelectBox, type Selection, useSelection } from './selection';
import { DeleteButton, StatusToggle } from './user-acts';
import { Day, ReviewBadge, detailColumns, personColumns, referralColumn } from './user-columns';

const reviews = [
  ['approved', 'Approved'],
  ['pending', 'Pending'],
  ['rejected', 'Rejected'],
  ['none', 'Not verified'],
] as const;

type FilterName = 'kyc' | 'payment' | 'membership' | 'status';
const choices: readonly FilterChoice<FilterName>[] = [
  { name: 'kyc', label: 'KYC', options: reviews },
  { name: 'payment', label: 'Payment', options: reviews },
  {
    name: 'membership',
    label: 'Membership',
    options: [
      ['trade club', 'Trade club'],
      ['hedge fund', 'Hedge fund'],
    ],
  },
  {
    name: 'status',
    label: 'Status',
    options: [
      ['active', 'Active'],
      ['deactivated', 'Deactivated'],
    ],
  },
];
const filterNames = choices.map(({ name }) => name);

/** The columns of the specification; the number also takes a row into the selection. */
const columnsWith = (selection: Selection): readonly Column<User>[] => [
  { id: 'no', header: 'No', cell: (row, position) => <SelectBox user={row} selection={selection} position={position} />, phone: 'title' },
  ...personColumns('firstName').slice(1),
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
  const q = useSearched();
  const filters = useFilterParams(filterNames);
  const selection = useSelection();
  const columns = useMemo(() => columnsWith(selection), [selection]);
  const filter = { ...filters.asked, ...(q !== '' && { q }) };
  const narrowed = q !== '' || filters.filtered;
  return (
    <Screen title="All users" intro="Members and admins, newest first." actions={<SearchField label="Search name or e-mail" />}>
      <Card flush>
        <FilterBar choices={choices} filters={filters}>
          <Allowed to="users.export">
            <ExportButton filter={filter} />
          </Allowed>
        </FilterBar>
        <ResourceTable
          resource="users"
          caption="All users"
          columns={columns}
          cardsBelow={1100}
          dense
          filter={filter}
          sorts={userSorts}
          above={(rows) => <BulkBar rows={rows} selection={selection} />}
          empty={
            narrowed
              ? {
                  title: q === '' ? 'Nobody matches these filters' : `Nobody matches “${q}”`,
                  text: 'Search for a part of a name or of an e-mail, or choose fewer filters.',
                }
              : { title: 'No users yet', text: 'People appear here once they have registered.' }
          }
        />
      </Card>
    </Screen>
  );
}
