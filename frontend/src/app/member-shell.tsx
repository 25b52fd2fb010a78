import {
  BookOpen,
  ChartCandlestick,
  ChartNoAxesCombined,
  FileText,
  FolderDown,
  House,
  KeyRound,
  LockKeyhole,
  Newspaper,
  Radio,
  ShieldCheck,
  UserRound,
  UsersRound,
} from 'lucide-react';
import { useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { AppShell, type MenuItem } from '../components/layout/app-shell';
import { paths } from '../config/routes';
import { homePath } from '../lib/home-path';
import { useLiveAccount, useLiveSignals } from '../lib/live-account';
import { notify } from '../lib/notify';
import { useProfile } from '../lib/session';
import { isPaid, subscribeToAccess } from '../lib/subscription';
import type { Profile } from '../lib/wire/profile';
import { usePrefetchWhenIdle } from './use-prefetch';

/** The rooms of a member (specification, section 6), and below them what this account needs besides. */
function menuOf({ role, kycStatus, paymentStatus }: Profile, newSignals: number): MenuItem[] {
  const locked = (what: Parameters<typeof subscribeToAccess>[0]) => (isPaid({ paymentStatus }) ? {} : { locked: subscribeToAccess(what) });
  const canVerify = kycStatus === null || kycStatus === 'rejected';
  return [
    { to: homePath(role), label: 'Dashboard', icon: House, primary: true },
    ...(role === 'trade club'
      ? [
          {
            to: paths.tradeSignals,
            label: 'Trade Signals',
            short: 'Signals',
            icon: Radio,
            primary: true,
            waiting: newSignals,
            waitingWord: 'new',
            ...locked('trade signals'),
          },
        ]
      : []),
    { to: paths.resources, label: 'Resources', icon: BookOpen, primary: role !== 'trade club', ...locked('resources') },
    { to: paths.tradeNews, label: 'Trade news', icon: Newspaper },
    { to: paths.profile, label: 'Profile', icon: UserRound },
    { to: paths.referrals, label: 'Referral', icon: UsersRound },
    { to: paths.tradeHistory, label: 'Trade History', short: 'History', icon: ChartCandlestick, group: 'Report', primary: true },
    { to: paths.performance, label: 'Performance', icon: ChartNoAxesCombined, group: 'Report', primary: true },
    { to: paths.taxReport, label: 'Tax report', icon: FileText, group: 'Report' },
    ...(canVerify ? [{ to: paths.kycVerification, label: 'Verification', icon: ShieldCheck, group: 'Account' }] : []),
    ...(kycStatus === 'approved' ? [{ to: paths.exchangeKey, label: 'Exchange account', icon: KeyRound, group: 'Account' }] : []),
    { to: paths.security, label: 'Security', icon: LockKeyhole, group: 'Account' },
    { to: paths.myData, label: 'My data', icon: FolderDown, group: 'Account' },
  ];
}

export function MemberShell() {
  const profile = useProfile();
  const { pathname } = useLocation();
  const [newSignals, setNewSignals] = useState(0);
  useLiveAccount(profile);
  usePrefetchWhenIdle();
  useLiveSignals(profile.role === 'trade club' && isPaid(profile), () => {
    notify.info('A new trade signal is out.');
    if (pathname !== paths.tradeSignals) setNewSignals((before) => before + 1);
  });
  // Seen by being there.
  if (pathname === paths.tradeSignals && newSignals > 0) setNewSignals(0);
  return (
    <AppShell menu={menuOf(profile, newSignals)} home={homePath(profile.role)}>
      <Outlet />
    </AppShell>
  );
}
