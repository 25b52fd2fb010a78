import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import { Link, useParams } from 'react-router';
import { CoverageNote } from '../../components/exchange/coverage';
import { LastSynced } from '../../components/exchange/last-synced';
import { SyncBadge, isUnderWay } from '../../components/exchange/sync-badge';
import { Notice } from '../../components/feedback/notice';
import { ErrorState } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { consolePaths } from '../../config/console-routes';
import type { DatasetWire, LiveSyncRunWire, MemberDetailWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { type TabbedPage, TabbedPages } from '../tabbed-pages';
import { KeyState } from './key-state';
import { DepositHistory, SpotHistory, WithdrawalHistory } from './member-history';
import { MemberFutures } from './member-futures';
import styles from './member-room.module.css';
import { MemberReconciliation } from './member-reconciliation';
import { filteredList } from '../list/filtered-list';
import { MemberSync } from './member-sync';
import { MemberWallet } from './member-wallet';
import { SyncButton } from './sync-button';
import { useMemberRuns } from './use-member-runs';

const WATCH_MILLISECONDS = 5000;

function pagesOf(userId: string, member: MemberDetailWire | undefined, run: LiveSyncRunWire | undefined): readonly TabbedPage[] {
  const needs = 'trades.read';
  const lastSyncedAt = member?.lastSyncedAt ?? null;
  const history = (dataset: DatasetWire, rows: ReactNode) => (
    <Card flush>
      {rows}
      <CoverageNote coverage={member?.coverage} dataset={dataset} />
    </Card>
  );
  return [
    { path: '', label: 'Wallet', needs, element: <MemberWallet userId={userId} lastSyncedAt={lastSyncedAt} /> },
    { path: 'spot', label: 'Spot', needs, element: history('spot_trades', <SpotHistory userId={userId} />) },
    { path: 'futures', label: 'Futures', needs, element: <MemberFutures userId={userId} coverage={member?.coverage} /> },
    { path: 'deposits', label: 'Deposit history', needs, element: history('deposits', <DepositHistory userId={userId} />) },
    { path: 'withdrawals', label: 'Withdraw history', needs, element: history('withdrawals', <WithdrawalHistory userId={userId} />) },
    { path: 'sync', label: 'Sync', element: <MemberSync userId={userId} run={run} /> },
    {
      path: 'reconciliation',
      label: 'Reconciliation',
      needs,
      element: <MemberReconciliation userId={userId} lastSyncedAt={lastSyncedAt} />,
    },
  ];
}

/** One member: the wallet and every history the sync has read. */
export function MemberRoom() {
  const { userId = '' } = useParams();
  const run = useMemberRuns().get(userId);
  const {
    data: member,
    error,
    refetch,
  } = useGetOne<MemberDetailWire>(
    'members',
    { id: userId },
    { refetchInterval: (query) => (isUnderWay(query.state.data?.lastRunState ?? null) ? WATCH_MILLISECONDS : 30_000) },
  );
  if (error && !member) return <NoMember userId={userId} error={error} onRetry={() => void refetch()} />;
  return (
    <Screen
      title={member?.fullName ?? 'Member'}
      intro={
        member && (
          <span className={styles.facts}>
            <span>{member.email}</span>
            <span>{member.userType === 'hedge fund' ? 'Hedge fund' : 'Trade club'}</span>
            <KeyState member={member} />
            <span>
              <LastSynced at={member.lastSyncedAt} />
            </span>
            {run && <SyncBadge state={run.state} />}
            {!run && member.lastRunState !== 'done' && (
              <SyncBadge state={member.lastRunState} kind={member.lastRun?.kind ?? null} reason={member.lastError} />
            )}
          </span>
        )
      }
      actions={
        member && (
          <Allowed to="sync.start">
            <SyncButton member={member} />
          </Allowed>
        )
      }
    >
      {member?.restricted && <Restricted userId={userId} />}
      <TabbedPages label="Pages of this member" home={consolePaths.member(userId)} pages={pagesOf(userId, member, run)} />
    </Screen>
  );
}

/** Somebody who was never approved, who is in the rejected list, or whose account was erased has no such room. */
function NoMember({ userId, error, onRetry }: { userId: string; error: unknown; onRetry: () => void }) {
  return (
    <Screen title="Member" intro="Their KYC is not approved, the account was rejected, or it was closed and erased.">
      <Card>
        <ErrorState title="This member could not be loaded" error={error} onRetry={onRetry} />
        <p className={styles.other}>
          <Link to={consolePaths.user(userId)}>About this user</Link>
        </p>
      </Card>
    </Screen>
  );
}

function Restricted({ userId }: { userId: string }) {
  return (
    <div className={styles.notice}>
      <Notice kind="warn" title="This member requested erasure">
        Their exchange key was deleted, and no new data is collected until the request is answered.{' '}
        <Link to={filteredList(consolePaths.erasureRequests, { userId })}>See the request</Link>
      </Notice>
    </div>
  );
}
