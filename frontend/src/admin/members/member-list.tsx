import { Link } from 'react-router';
import { Moment, Usdt } from '../../components/exchange/figures';
import { SyncBadge, isUnderWay } from '../../components/exchange/sync-badge';
import { Badge } from '../../components/feedback/badge';
import { Card, Screen } from '../../components/layout/screen';
import type { Column } from '../../components/table/data-table';
import { consolePaths } from '../../config/console-routes';
import { day } from '../../lib/format/date';
import { count } from '../../lib/format/decimal';
import { type SortParam, useFilterParams } from '../../lib/use-page-params';
import type { MemberWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { FilterBar, type FilterChoice } from '../filter-bar';
import { ResourceTable } from '../resource-table';
import { SearchField, useSearched } from '../search-field';
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

type Filter = 'userType' | 'state' | 'keyState' | 'venue';
const filterNames: readonly Filter[] = ['userType', 'state', 'keyState', 'venue'];
const choices: readonly FilterChoice<Filter>[] = [
  {
    name: 'userType',
    label: 'User type',
    options: [
      ['trade club', 'Trade club'],
      ['hedge fund', 'Hedge fund'],
    ],
  },
  {
    name: 'state',
    label: 'Sync',
    options: [
      ['current', 'Up to date'],
      ['behind', 'Behind'],
      ['none', 'No account'],
    ],
  },
  {
    name: 'keyState',
    label: 'Key',
    options: [
      ['valid', 'Reads only'],
      ['unchecked', 'Not checked yet'],
      ['too_powerful', 'Can do too much'],
      ['invalid', 'Refused'],
      ['none', 'No key'],
    ],
  },
  {
    name: 'venue',
    label: 'Exchange',
    options: [
      ['binance', 'Binance'],
      ['bybit', 'Bybit'],
      ['okx', 'OKX'],
    ],
  },
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
        <Badge tone="warn" title="Balances were not read within the last two intervals">
          Behind
        </Badge>
      )}
    </span>
  );
}

/** What the screens may claim of this member's histories. */
function Completeness({ member: { complete, gaps, lastSyncedAt } }: { member: MemberWire }) {
  if (lastSyncedAt === null) return <span title="Nothing has been read yet">–</span>;
  if (complete) return <Badge tone="up">Complete</Badge>;
  return (
    <Badge tone="warn" title="Open the member's Sync page to see what is missing">
      {gaps === 0 ? 'Being read' : gaps === 1 ? '1 gap' : `${count(gaps)} gaps`}
    </Badge>
  );
}

/** Everybody whose KYC is approved, and how their exchange account is being read. */
export function MemberList() {
  useMemberRuns();
  const q = useSearched();
  const filters = useFilterParams(filterNames);
  const isNarrowed = filters.filtered || q !== '';
  return (
    <Screen
      title="API feedback"
      intro="Everybody whose KYC is approved, and how their exchange account is being read."
      actions={<SearchField label="Search name or e-mail" />}
    >
      <Card flush>
        <FilterBar choices={choices} filters={filters} />
        <ResourceTable
          resource="members"
          caption="Members"
          columns={columns}
          sorts={sorts}
          cardsBelow={1100}
          filter={{ ...filters.asked, ...(q !== '' && { q }) }}
          refresh={(rows) => (rows?.some((row) => isUnderWay(row.lastRunState)) ? WATCH_MILLISECONDS : 30_000)}
          empty={
            isNarrowed
              ? { title: 'No member fits', text: 'Other filters, or a part of a name or of an e-mail, may find some.' }
              : {
                  title: 'No members yet',
                  text: 'Members appear here once their KYC is approved.',
                  action: <Link to={consolePaths.kycReviews}>See what waits</Link>,
                }
          }
        />
      </Card>
    </Screen>
  );
}
