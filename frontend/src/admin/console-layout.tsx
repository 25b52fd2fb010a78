import {
  ChartCandlestick,
  CreditCard,
  FileCheck2,
  Inbox,
  LayoutDashboard,
  List,
  Megaphone,
  Newspaper,
  ScrollText,
  Server,
  ShieldCheck,
  Signal,
  UserRoundX,
  UserX,
  Users,
  UsersRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell, type MenuItem } from '../components/layout/app-shell';
import { consolePaths } from '../config/console-routes';
import { usePendingReviews } from './kyc-reviews/use-pending-reviews';
import { usePendingPayments } from './payments/use-pending-payments';
import { useLiveLists } from './use-live-lists';

/** The admin menu of the specification (section 6), and what the club needs beyond it. */
const menu = (waiting: { reviews: number | undefined; payments: number | undefined }): MenuItem[] => [
  { to: consolePaths.start, label: 'Dashboard', short: 'Home', icon: LayoutDashboard, primary: true },

  { group: 'Users', to: consolePaths.users, label: 'All users', short: 'Users', icon: UsersRound, primary: true },
  { group: 'Users', to: consolePaths.userList, label: 'User list', icon: List },
  { group: 'Users', to: consolePaths.rejectedUsers, label: 'Rejected users', icon: UserRoundX },
  {
    group: 'Users',
    to: consolePaths.kycReviews,
    label: 'Pending KYC',
    short: 'KYC',
    icon: FileCheck2,
    waiting: waiting.reviews,
    primary: true,
  },
  {
    group: 'Users',
    to: consolePaths.payments,
    label: 'Pending payments',
    short: 'Payments',
    icon: CreditCard,
    waiting: waiting.payments,
    primary: true,
  },
  { group: 'Users', to: consolePaths.broadcasts, label: 'Send email', icon: Megaphone },
  { group: 'Users', to: consolePaths.erasureRequests, label: 'Erasure requests', icon: UserX },

  { group: 'Trade signal', to: consolePaths.newSignal, label: 'Create signal', icon: ChartCandlestick },
  { group: 'Trade signal', to: consolePaths.signals, except: consolePaths.newSignal, label: 'All signals', icon: Signal },

  { group: 'Report', to: consolePaths.members, label: 'API feedback', icon: Users },
  { group: 'Report', to: consolePaths.news, label: 'Crypto news', icon: Newspaper },

  { group: 'Operations', to: consolePaths.auditLog, label: 'Audit log', icon: ScrollText },
  { group: 'Operations', to: consolePaths.queues, label: 'Queues', icon: Inbox },
  { group: 'Operations', to: consolePaths.system, label: 'System', icon: Server },
  { group: 'Operations', to: consolePaths.security, label: 'My security', icon: ShieldCheck },
];

/** The members' shell around the console. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  useLiveLists();
  const reviews = usePendingReviews(1);
  const payments = usePendingPayments(1);
  return (
    <AppShell home={consolePaths.start} menu={menu({ reviews: reviews.total, payments: payments.total })}>
      {children}
    </AppShell>
  );
}
