import type { Column } from '../../components/table/data-table';
import { REJECTED_NAME_SORT, type RejectedUser, rejectedUserSorts } from '../../lib/wire/users';
import { searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { RestoreButton } from './user-acts';
import { Day, detailColumns, nobodyMatches, personColumns } from './user-columns';

const columns: readonly Column<RejectedUser>[] = [
  ...personColumns(REJECTED_NAME_SORT),
  ...detailColumns(),
  { id: 'rejected', header: 'Rejected date', cell: (row) => <Day of={row.rejectedDate} />, phone: 'figure', sort: 'rejectedDate' },
  { id: 'time', header: 'Rejected time', cell: (row) => `${row.rejectedTime}\u00A0UTC`, phone: 'figure' },
  { id: 'action', header: 'Action', cell: (row) => <RestoreButton user={row} />, align: 'end', phone: 'actions' },
];

/** Whoever was deleted; restoring lets them sign in again. */
export function RejectedUserList() {
  return (
    <ListScreen
      title="Rejected users"
      intro="Deleted accounts, newest first. They can’t sign in."
      resource="rejected-users"
      columns={columns}
      dense
      filters={[searchFilter('Search name or email')]}
      sorts={rejectedUserSorts}
      empty={{ title: 'No rejected users', text: 'Users appear here once they are deleted.', filtered: nobodyMatches }}
    />
  );
}
