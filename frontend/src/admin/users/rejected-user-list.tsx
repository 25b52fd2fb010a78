import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { REJECTED_NAME_SORT, type RejectedUser, rejectedUserSorts } from '../../lib/wire/users';
import { ResourceTable } from '../resource-table';
import { SearchField, useSearched } from '../search-field';
import { RestoreButton } from './user-acts';
import { Day, detailColumns, personColumns } from './user-columns';

const columns: readonly Column<RejectedUser>[] = [
  ...personColumns(REJECTED_NAME_SORT),
  ...detailColumns(),
  { id: 'rejected', header: 'Rejected date', cell: (row) => <Day of={row.rejectedDate} />, phone: 'figure', sort: 'rejectedDate' },
  { id: 'time', header: 'Rejected time', cell: (row) => `${row.rejectedTime}\u00A0UTC`, phone: 'figure' },
  { id: 'action', header: 'Action', cell: (row) => <RestoreButton user={row} />, align: 'end', phone: 'actions' },
];

/** Whoever was deleted; restoring lets them sign in again. */
export function RejectedUserList() {
  const q = useSearched();
  return (
    <Screen
      title="Rejected users"
      intro="Deleted accounts, the last one first. They can’t sign in."
      actions={<SearchField label="Search name or e-mail" />}
    >
      <Card flush>
        <ResourceTable
          resource="rejected-users"
          caption="Rejected users"
          columns={columns}
          cardsBelow={1100}
          dense
          filter={q === '' ? {} : { q }}
          sorts={rejectedUserSorts}
          empty={
            q === ''
              ? { title: 'Nobody is rejected', text: 'Users appear here once they are deleted.' }
              : { title: `Nobody matches “${q}”`, text: 'Search for a part of a name or of an e-mail.' }
          }
        />
      </Card>
    </Screen>
  );
}
