import { ChartCandlestick, House, KeyRound, ShieldCheck, UserRound, UsersRound } from 'lucide-react';
import { Outlet } from 'react-router';
import { AppShell, type MenuItem } from '../components/layout/app-shell';
import { paths } from '../config/routes';
import { homePath } from '../lib/home-path';
import { useProfile } from '../lib/session';

/** The rooms of a member. What is not built yet is not in the menu. */
export function MemberShell() {
  const profile = useProfile();
  const home = homePath(profile.role);
  const canVerify = profile.kycStatus === null || profile.kycStatus === 'rejected';
  const menu: MenuItem[] = [
    { to: home, label: 'Dashboard', icon: House },
    { to: paths.tradeHistory, label: 'Trade history', icon: ChartCandlestick },
    ...(canVerify ? [{ to: paths.kycVerification, label: 'Verification', icon: ShieldCheck }] : []),
    ...(profile.kycStatus === 'approved' ? [{ to: paths.exchangeKey, label: 'Exchange account', short: 'Exchange', icon: KeyRound }] : []),
    { to: paths.profile, label: 'Profile', icon: UserRound },
    { to: paths.referrals, label: 'Referral', icon: UsersRound },
  ];
  return (
    <AppShell menu={menu} home={home}>
      <Outlet />
    </AppShell>
  );
}
