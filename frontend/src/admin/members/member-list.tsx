import { Link } from 'react-router';
import { Moment, Usdt } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import type { MemberWire } from '../../lib/wire/types';
import { KeyBadge } from '../../components/exchange/key-badge';
import { ResourceTable } from '../resource-table';
import { SyncBadge, isUnderWay } from '../../components/exchange/sync-badge';
import styles from './member-list.module.css';
import { SyncButton } from './sync-button';
import { useMemberRuns } from './use-member-runs';

const WATCH_MILLISECONDS = 5000;

const columns: readonly Column<MemberWire>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (row) => (
      <span className={styles.person}>
        <Link to={consolePaths.member(row.id)}>{row.fullName}</Link>
        <span>{row.email}</span>
      </span>
    ),
    phone: 'title',
  },
  { id: 'type', header: 'Type', cell: (row) => (row.userType === 'hedge fund' ? 'Hedge fund' : 'Trade club') },
  { id: 'created', header: 'Created', cell: (row) => day(row.createdDate) },
  { id: 'key', header: 'Key', cell: (row) => <KeyBadge state={row.keyState} />, phone: 'figure' },
  { id: 'sync', header: 'Sync', cell: (row) => <SyncBadge state={row.lastRunState} reason={row.lastError} />, phone: 'figure' },
  { id: 'synced', header: 'Last synced', cell: (row) => <Moment at={row.lastSyncedAt} relative /> },
  { id: 'complete', header: 'Complete', cell: (row) => <Completeness member={row} /> },
  { id: 'balance', header: 'Balance (USDT)', cell: (row) => <Usdt value={row.totalBalance} unknown="Not synced yet" />, align: 'end' },
  { id: 'action', header: 'Action', cell: (row) => <SyncButton member={row} />, align: 'end', phone: 'actions' },
];

/** What the screens may claim of this member's histories. */
function Completeness({ member: { complete, gaps, lastSyncedAt } }: { member: MemberWire }) {
  if (lastSyncedAt === null) return <span title="Nothing has been read yet">–</span>;
  if (complete) return <Badge tone="up">Complete</Badge>;
  return <Badge tone="warn" title="Open the member's Sync page to see what is missing">{gaps === 0 ? 'Being read' : gaps === 1 ? '1 gap' : `${count(gaps)} gaps`}</Badge>;
}

/** Everybody whose KYC is approved, and how their exchange account is being read. */
export function MemberList() {
  useMemberRuns();
  return (
    <Screen title="Members" intro="Everybody whose KYC is approved, and how their exchange account is being read.">
      <Card flush>
        <ResourceTable
          resource="members"
          caption="Members"
          columns={columns}
          cardsBelow={1100}
          refresh={(rows) => (rows?.some((row) => isUnderWay(row.lastRunState)) ? WATCH_MILLISECONDS : 30_000)}
          empty={{ title: 'No members yet', text: 'Members appear here once their KYC is approved.', action: <Link to={consolePaths.kycReviews}>See what waits</Link> }}
        />
      </Card>
    </Screen>
  );
}
