import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import { Link, Route, Routes, useLocation, useParams } from 'react-router';
import { CoverageNote } from '../../components/exchange/coverage';
import { LastSynced } from '../../components/exchange/last-synced';
import { SyncBadge, isUnderWay } from '../../components/exchange/sync-badge';
import { Notice } from '../../components/feedback/notice';
import { ErrorState } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import { consolePaths } from '../../config/console-routes';
import type { CoverageWire, DatasetWire, MemberDetailWire } from '../../lib/wire/types';
import { Allowed, PermittedPart, useMay } from '../access/allowed';
import { ConsoleNotFound } from '../console-not-found';
import { KeyState } from './key-state';
import { DepositHistory, SpotHistory, WithdrawalHistory } from './member-history';
import { MemberFutures } from './member-futures';
import styles from './member-room.module.css';
import { MemberReconciliation } from './member-reconciliation';
import { filteredList } from '../list/filters';
import { MemberSync } from './member-sync';
import { MemberWallet } from './member-wallet';
import { SyncButton } from './sync-button';
import { useMemberRuns } from './use-member-runs';

const WATCH_MILLISECONDS = 5000;

const pages = [
  { page: null, label: 'Wallet' },
  { page: 'spot', label: 'Spot' },
  { page: 'futures', label: 'Futures' },
  { page: 'deposits', label: 'Deposit history' },
  { page: 'withdrawals', label: 'Withdraw history' },
  { page: 'sync', label: 'Sync' },
  { page: 'reconciliation', label: 'Reconciliation' },
] as const;

/** One member: the wallet and every history the sync has read. */
export function MemberRoom() {
  const { userId = '' } = useParams();
  const { pathname } = useLocation();
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
  const may = useMay();
  const visible = pages.filter(({ page }) => page === 'sync' || may('trades.read'));
  const tabs = visible.map(({ page, label }) => {
    const to = page === null ? consolePaths.member(userId) : consolePaths.memberPage(userId, page);
    return { to, label, current: pathname === to };
  });
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
      <div className={styles.tabs}>
        <Tabs label="Pages of this member" tabs={tabs} />
      </div>
      <Routes>
        <Route
          index
          element={<PermittedPart to="trades.read" part={<MemberWallet userId={userId} lastSyncedAt={member?.lastSyncedAt ?? null} />} />}
        />
        <Route
          path="spot"
          element={
            <PermittedPart
              to="trades.read"
              part={
                <HistoryCard coverage={member?.coverage} dataset="spot_trades">
                  <SpotHistory userId={userId} />
                </HistoryCard>
              }
            />
          }
        />
        <Route
          path="futures"
          element={<PermittedPart to="trades.read" part={<MemberFutures userId={userId} coverage={member?.coverage} />} />}
        />
        <Route
          path="deposits"
          element={
            <PermittedPart
              to="trades.read"
              part={
                <HistoryCard coverage={member?.coverage} dataset="deposits">
                  <DepositHistory userId={userId} />
                </HistoryCard>
              }
            />
          }
        />
        <Route
          path="withdrawals"
          element={
            <PermittedPart
              to="trades.read"
              part={
                <HistoryCard coverage={member?.coverage} dataset="withdrawals">
                  <WithdrawalHistory userId={userId} />
                </HistoryCard>
              }
            />
          }
        />
        <Route path="sync" element={<MemberSync userId={userId} run={run} />} />
        <Route
          path="reconciliation"
          element={
            <PermittedPart to="trades.read" part={<MemberReconciliation userId={userId} lastSyncedAt={member?.lastSyncedAt ?? null} />} />
          }
        />
        <Route path="*" element={<ConsoleNotFound />} />
      </Routes>
    </Screen>
  );
}

/** Somebody who was never approved, who is in the rejected list, or whose account was erased has no such room. */
function NoMember({ userId, error, onRetry }: { userId: string; error: unknown; onRetry: () => void }) {
  return (
    <Screen title="Member" intro="Their KYC is not approved, they are in the rejected list, or their account was closed and erased.">
      <Card>
        <ErrorState title="This member could not be opened" error={error} onRetry={onRetry} />
        <p className={styles.other}>
          <Link to={consolePaths.user(userId)}>What is known of this user</Link>
        </p>
      </Card>
    </Screen>
  );
}

function Restricted({ userId }: { userId: string }) {
  return (
    <div className={styles.notice}>
      <Notice kind="warn" title="This member asked to be erased">
        Their key is gone and nothing new about them is taken in until the request is answered.{' '}
        <Link to={filteredList(consolePaths.erasureRequests, { userId })}>See the request</Link>
      </Notice>
    </div>
  );
}

function HistoryCard({
  coverage,
  dataset,
  children,
}: {
  coverage: readonly CoverageWire[] | undefined;
  dataset: DatasetWire;
  children: ReactNode;
}) {
  return (
    <Card flush>
      {children}
      <CoverageNote coverage={coverage} dataset={dataset} />
    </Card>
  );
}
