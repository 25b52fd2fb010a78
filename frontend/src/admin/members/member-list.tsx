import { Link } from 'react-router';
import { Moment, Usdt } from '../../components/exchange/figures';
import { SyncBadge, isUnderWay } from '../../components/exchange/sync-badge';
import { Badge } from '../../components/feedback/badge';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { SortParam } from '../../lib/use-page-params';
import type { MemberWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { choiceFilter, searchFilter } from '../list/filters';
import { ListScreen } from '../list/list-screen';
import { ErasureBadge } from '../users/user-columns';
import { KeyState } from './key-state';
import styles from './member-list.module.css';
import { SyncButton } from './sync-button';
import { useMemberRuns } from './use-member-runs';

const WATCH_MILLISECONDS = 5000;

const columns: readonly Column<MemberWire>[] = [
  {
    id: 'name',
    header: 'Full name',
    cell: (row) => (
      <span className={styles.person}>
        <Link to={consolePaths.member(row.id)}>{row.fullName}</Link>
        <span title={row.email}>{row.email}</span>
      </span>
    ),
    phone: 'title',
    sort: 'fullName',
  },
  { id: 'type', header: 'User type', cell: (row) => (row.userType === 'hedge fund' ? 'Hedge fund' : 'Trade club'), sort: 'userType' },
  { id: 'created', header: 'Created date', cell: (row) => day(row.createdDate), sort: 'createdDate' },
  { id: 'key', header: 'Key', cell: (row) => <Key member={row} />, phone: 'figure', wrap: true },
  {
    id: 'sync',
    header: 'Last run',
    cell: (row) => <SyncBadge state={row.lastRunState} kind={row.lastRun?.kind ?? null} reason={row.lastError} />,
    phone: 'figure',
  },
  { id: 'synced', header: 'Last synced', cell: (row) => <LastSync member={row} />, sort: 'lastSyncedAt' },
  { id: 'complete', header: 'Complete', cell: (row) => <Completeness member={row} /> },
  {
    id: 'balance',
    header: 'Reported (USDT)',
    cell: (row) => <Usdt value={row.totalBalance} unknown="Not synced yet" />,
    align: 'end',
  },
  {
    id: 'action',
    header: 'Action',
    cell: (row) => (
      <Allowed to="sync.start">
        <SyncButton member={row} />
      </Allowed>
    ),
    align: 'end',
    phone: 'actions',
  },
];

const sorts: readonly SortParam[] = [
  { by: 'createdDate', order: 'desc' },
  { by: 'fullName', order: 'asc' },
  { by: 'userType', order: 'asc' },
  { by: 'lastSyncedAt', order: 'desc' },
];

const filters = [
  searchFilter('Search name or email'),
  choiceFilter('userType', 'User type', [
    ['trade club', 'Trade club'],
    ['hedge fund', 'Hedge fund'],
  ]),
  choiceFilter('state', 'Sync', [
    ['current', 'Up to date'],
    ['behind', 'Behind'],
    ['none', 'No account'],
  ]),
  choiceFilter('keyState', 'Key', [
    ['valid', 'Read-only'],
    ['unchecked', 'Not checked yet'],
    ['too_powerful', 'Too many permissions'],
    ['invalid', 'Refused'],
    ['none', 'No key'],
  ]),
  choiceFilter('venue', 'Exchange', [
    ['binance', 'Binance'],
    ['bybit', 'Bybit'],
    ['okx', 'OKX'],
  ]),
];

/** A member who asked to be erased is marked wherever their account is shown. */
function Key({ member }: { member: MemberWire }) {
  return (
    <span className={styles.marks}>
      <KeyState member={member} />
      <ErasureBadge erasure={member.restricted ? 'restricted' : null} />
    </span>
  );
}

function LastSync({ member: { lastSyncedAt, state } }: { member: MemberWire }) {
  return (
    <span className={styles.marks}>
      <Moment at={lastSyncedAt} relative />
      {state === 'behind' && (
        <Badge tone="warn" title="Balances were not synced within the last two intervals">
          Behind
        </Badge>
      )}
    </span>
  );
}

/** What the screens may claim of this member's histories. */
function Completeness({ member: { complete, gaps, lastSyncedAt } }: { member: MemberWire }) {
  if (lastSyncedAt === null) return <span title="Not synced yet">–</span>;
  if (complete) return <Badge tone="up">Complete</Badge>;
  return (
    <Badge tone="warn" title="See the member’s Sync page for details">
      {gaps === 0 ? 'Syncing' : gaps === 1 ? '1 gap' : `${count(gaps)} gaps`}
    </Badge>
  );
}

/** Members with approved KYC, and the sync state of their exchange accounts. */
export function MemberList() {
  useMemberRuns();
  return (
    <ListScreen
      title="API feedback"
      intro="Members with approved KYC, and the sync state of their exchange accounts."
      resource="members"
      caption="Members"
      columns={columns}
      filters={filters}
      sorts={sorts}
      refresh={(rows) => (rows?.some((row) => isUnderWay(row.lastRunState)) ? WATCH_MILLISECONDS : 30_000)}
      empty={{
        title: 'No members yet',
        text: 'Members appear here once their KYC is approved.',
        action: <Link to={consolePaths.kycReviews}>Open the KYC queue</Link>,
        filtered: { title: 'No member matches', text: 'Try other filters or another search term.' },
      }}
    />
  );
}
