import type { ReactNode } from 'react';
import { useGetOne } from 'react-admin';
import { Route, Routes, useLocation, useParams } from 'react-router';
import { Card, Screen } from '../../components/layout/screen';
import { Tabs } from '../../components/layout/tabs';
import { consolePaths } from '../../config/console-routes';
import type { MemberWire } from '../../lib/wire/types';
import { ConsoleNotFound } from '../console-not-found';
import { KeyBadge } from '../key-badge';
import { SyncBadge, isUnderWay } from '../sync-badge';
import { DepositHistory, SpotHistory, WithdrawalHistory } from './member-history';
import { MemberFutures } from './member-futures';
import styles from './member-room.module.css';
import { MemberWallet } from './member-wallet';
import { SyncButton } from './sync-button';

const WATCH_MILLISECONDS = 2000;

const pages = [
  { page: null, label: 'Wallet' },
  { page: 'spot', label: 'Spot' },
  { page: 'futures', label: 'Futures' },
  { page: 'deposits', label: 'Deposit history' },
  { page: 'withdrawals', label: 'Withdraw history' },
] as const;

/** One member: the wallet and every history the sync has read. */
export function MemberRoom() {
  const { userId = '' } = useParams();
  const { pathname } = useLocation();
  const { data: member } = useGetOne<MemberWire>('members', { id: userId }, { refetchInterval: (query) => (isUnderWay(query.state.data?.lastRunState ?? null) ? WATCH_MILLISECONDS : 30_000) });
  const tabs = pages.map(({ page, label }) => {
    const to = page === null ? consolePaths.member(userId) : consolePaths.memberPage(userId, page);
    return { to, label, current: pathname === to };
  });
  return (
    <Screen
      title={member?.fullName ?? 'Member'}
      intro={
        member && (
          <span className={styles.facts}>
            <span>{member.email}</span>
            <span>{member.userType === 'hedge fund' ? 'Hedge fund' : 'Trade club'}</span>
            <KeyBadge state={member.keyState} />
            <SyncBadge state={member.lastRunState} reason={member.lastError} />
          </span>
        )
      }
      actions={member && <SyncButton member={member} />}
    >
      <div className={styles.tabs}>
        <Tabs label="Pages of this member" tabs={tabs} />
      </div>
      <Routes>
        <Route index element={<MemberWallet userId={userId} lastSyncedAt={member?.lastSyncedAt ?? null} />} />
        <Route path="spot" element={<HistoryCard><SpotHistory userId={userId} /></HistoryCard>} />
        <Route path="futures" element={<MemberFutures userId={userId} />} />
        <Route path="deposits" element={<HistoryCard><DepositHistory userId={userId} /></HistoryCard>} />
        <Route path="withdrawals" element={<HistoryCard><WithdrawalHistory userId={userId} /></HistoryCard>} />
        <Route path="*" element={<ConsoleNotFound />} />
      </Routes>
    </Screen>
  );
}

function HistoryCard({ children }: { children: ReactNode }) {
  return <Card flush>{children}</Card>;
}
