import { ChartCandlestick } from 'lucide-react';
import { Link } from 'react-router';
import { buttonClass } from '../../components/feedback/button';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { type User, personSorts } from '../../lib/wire/users';
import { searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { nobodyMatches, personColumns } from './user-columns';

const columns: readonly Column<User>[] = [
  ...personColumns('firstName'),
  { id: 'action', header: 'Action', cell: (row) => <ViewTrade user={row} />, align: 'end', phone: 'actions' },
];

/** An admin has no exchange account to look at. */
function ViewTrade({ user }: { user: User }) {
  if (user.membership === null) return <span title="Admins have no exchange account">–</span>;
  return (
    <Link to={consolePaths.member(user.id)} className={buttonClass({ size: 'small' })} aria-label={`view trade of ${user.fullName}`}>
      <ChartCandlestick size={15} aria-hidden="true" />
      view trade
    </Link>
  );
}

/** Everybody, and the way to their trades (specification: /userlist). */
export function TradeUserList() {
  return (
    <ListScreen
      title="User list"
      intro="All accounts, with links to wallets and trades."
      resource="users"
      columns={columns}
      filters={[searchFilter('Search name or email')]}
      sorts={personSorts}
      empty={{ title: 'No users yet', text: 'Users appear here when they register.', filtered: nobodyMatches }}
    />
  );
}
