import {
  Bell,
  BellRing,
  BookOpen,
  CalendarDays,
  ChartCandlestick,
  ChartNoAxesCombined,
  ChartSpline,
  FileText,
  FolderDown,
  House,
  KeyRound,
  Landmark,
  LockKeyhole,
  Newspaper,
  Percent,
  Radio,
  ReceiptText,
  ShieldCheck,
  UserRound,
  UsersRound,
  Webhook,
} from 'lucide-react';
import { useEffect, useState } from 'react';
import { Outlet, useLocation } from 'react-router';
import { AppShell, type MenuItem } from '../components/layout/app-shell';
import { paths } from '../config/routes';
import { NoticeBell } from '../features/notices/notice-bell';
import { useLiveNotices } from '../features/notices/notices';
import { homePath } from '../lib/home-path';
import { useLiveAccount, useLiveSignals } from '../lib/live-account';
import { notify } from '../lib/notify';
import { renewDevice } from '../lib/push-device';
import { useProfile } from '../lib/session';
import { isPaid, subscribeToAccess } from '../lib/subscription';
import { useIdlePrefetch } from '../lib/use-idle-prefetch';
import type { Profile } from '../lib/wire/profile';
import { likelyScreens } from './member-screens';
import { t } from '../lib/i18n/texts';

/** The rooms of a member (specification, section 6), and below them what this account needs besides. */
function menuOf({ role, kycStatus, paymentStatus }: Profile, newSignals: number): MenuItem[] {
  const locked = (what: Parameters<typeof subscribeToAccess>[0]) => (isPaid({ paymentStatus }) ? {} : { locked: subscribeToAccess(what) });
  const [report, account] = [t('shell.menu.group.report'), t('shell.menu.group.account')];
  const canVerify = kycStatus === null || kycStatus === 'rejected';
  return [
    { to: homePath(role), label: t('shell.menu.dashboard'), icon: House, primary: true },
    ...(role === 'trade club'
      ? [
          {
            to: paths.tradeSignals,
            label: t('shell.menu.signals'),
            short: t('shell.menu.signalsShort'),
            icon: Radio,
            primary: true,
            waiting: newSignals,
            waitingWord: t('shell.menu.newSignals'),
            ...locked('trade signals'),
          },
          { to: paths.alerts, label: t('shell.menu.alerts'), icon: BellRing },
        ]
      : []),
    ...(role === 'hedge fund' ? [{ to: paths.fund, label: t('shell.menu.fund'), icon: Landmark, primary: true }] : []),
    { to: paths.resources, label: t('shell.menu.resources'), icon: BookOpen, ...locked('resources') },
    { to: paths.analysis, label: t('shell.menu.analysis'), icon: ChartSpline },
    { to: paths.calendar, label: t('shell.menu.calendar'), icon: CalendarDays },
    { to: paths.tradeNews, label: t('shell.menu.news'), icon: Newspaper },
    { to: paths.profile, label: t('shell.menu.profile'), icon: UserRound },
    { to: paths.referrals, label: t('shell.menu.referral'), icon: UsersRound },
    {
      to: paths.tradeHistory,
      label: t('shell.menu.history'),
      short: t('shell.menu.historyShort'),
      icon: ChartCandlestick,
      group: report,
      primary: true,
    },
    { to: paths.performance, label: t('shell.menu.performance'), icon: ChartNoAxesCombined, group: report, primary: true },
    { to: paths.taxReport, label: t('shell.menu.tax'), icon: FileText, group: report },
    ...(canVerify ? [{ to: paths.kycVerification, label: t('shell.menu.verification'), icon: ShieldCheck, group: account }] : []),
    ...(kycStatus === 'approved' ? [{ to: paths.exchangeKey, label: t('shell.menu.exchange'), icon: KeyRound, group: account }] : []),
    ...(role === 'trade club'
      ? [
          { to: paths.clubShare, label: t('shell.menu.clubShare'), icon: Percent, group: account, ...locked('trade signals') },
          { to: paths.webhooks, label: t('shell.menu.webhooks'), icon: Webhook, group: account },
        ]
      : []),
    { to: paths.invoices, label: t('shell.menu.invoices'), icon: ReceiptText, group: account },
    { to: paths.notificationSettings, label: t('shell.menu.notifications'), icon: Bell, group: account },
    { to: paths.security, label: t('shell.menu.security'), icon: LockKeyhole, group: account },
    { to: paths.myData, label: t('shell.menu.myData'), icon: FolderDown, group: account },
  ];
}

export function MemberShell() {
  const profile = useProfile();
  const { pathname } = useLocation();
  const [newSignals, setNewSignals] = useState(0);
  useLiveAccount(profile);
  useLiveNotices(profile);
  useIdlePrefetch(likelyScreens);
  useEffect(() => void renewDevice(profile.userId).catch(() => undefined), [profile.userId]);
  useLiveSignals(profile.role === 'trade club' && isPaid(profile), () => {
    notify.info(t('shell.newSignal'));
    if (pathname !== paths.tradeSignals) setNewSignals((before) => before + 1);
  });
  // Seen by being there.
  if (pathname === paths.tradeSignals && newSignals > 0) setNewSignals(0);
  return (
    <AppShell menu={menuOf(profile, newSignals)} home={homePath(profile.role)} tools={<NoticeBell />}>
      <Outlet />
    </AppShell>
  );
}
