import { useQuery } from '@tanstack/react-query';
import {
  BellRing,
  Blocks,
  ChartCandlestick,
  CalendarDays,
  ChartSpline,
  CreditCard,
  FileCheck2,
  HandCoins,
  Inbox,
  Landmark,
  LayoutDashboard,
  List,
  ListOrdered,
  Megaphone,
  MessagesSquare,
  Newspaper,
  PanelsTopLeft,
  Percent,
  RadioTower,
  ReceiptText,
  ScrollText,
  Server,
  ShieldCheck,
  Scale,
  Send,
  Signal,
  UserCog,
  UserRound,
  UserRoundX,
  UserX,
  Users,
  UsersRound,
  WalletCards,
} from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { AppShell, type MenuItem } from '../components/layout/app-shell';
import { consolePaths } from '../config/console-routes';
import { accessQuery } from '../lib/access';
import { useIdlePrefetch } from '../lib/use-idle-prefetch';
import type { PermissionWire } from '../lib/wire/types';
import { useMay } from './access/allowed';
import { likelyScreens } from './console-screens';
import { useUnknownDeliveries } from './deliveries/use-unknown-deliveries';
import { inboxNeeds } from './inbox/inbox-kinds';
import { usePendingReviews } from './kyc-reviews/use-pending-reviews';
import { usePendingPayments } from './payments/use-pending-payments';
import { ConsoleSearch } from './search/console-search';
import { useLiveLists } from './use-live-lists';

interface ConsoleItem extends MenuItem {
  /** The permission that the page requires, or some of which one is enough. Without it everybody in the team has it. */
  needs?: PermissionWire | readonly PermissionWire[];
}

/** The admin menu of the specification (section 6), and what the club needs beyond it. */
const menu = (waiting: Readonly<Record<'reviews' | 'payments' | 'deliveries', number | undefined>>): ConsoleItem[] => [
  { to: consolePaths.start, label: 'Dashboard', short: 'Home', icon: LayoutDashboard, primary: true },
  { to: consolePaths.inbox, label: 'Inbox', icon: Inbox, needs: inboxNeeds },

  { group: 'Users', needs: 'users.read', to: consolePaths.users, label: 'All users', short: 'Users', icon: UsersRound, primary: true },
  { group: 'Users', needs: 'users.read', to: consolePaths.userList, label: 'User list', icon: List },
  { group: 'Users', needs: 'users.read', to: consolePaths.rejectedUsers, label: 'Rejected users', icon: UserRoundX },
  {
    group: 'Users',
    needs: 'kyc.read',
    to: consolePaths.kycReviews,
    label: 'Pending KYC',
    short: 'KYC',
    icon: FileCheck2,
    waiting: waiting.reviews,
    primary: true,
  },
  {
    group: 'Users',
    needs: 'payments.read',
    to: consolePaths.payments,
    label: 'Pending payments',
    short: 'Payments',
    icon: CreditCard,
    waiting: waiting.payments,
    primary: true,
  },
  { group: 'Users', needs: 'payments.read', to: consolePaths.chainTransfers, label: 'Payments on chain', icon: Blocks },
  { group: 'Users', needs: 'invoices.read', to: consolePaths.invoices, label: 'Invoices', icon: ReceiptText },
  { group: 'Users', needs: 'broadcasts.read', to: consolePaths.broadcasts, label: 'Send email', icon: Megaphone },
  { group: 'Users', needs: 'erasure.read', to: consolePaths.erasureRequests, label: 'Erasure requests', icon: UserX },

  { group: 'Fund', needs: 'fund.read', to: consolePaths.fundMandates, label: 'Fund mandates', icon: Landmark },
  { group: 'Fund', needs: 'fund.read', to: consolePaths.fundFees, label: 'Fund fees', icon: Percent },

  { group: 'Trade signal', needs: 'signals.publish', to: consolePaths.newSignal, label: 'Create signal', icon: ChartCandlestick },
  {
    group: 'Trade signal',
    needs: 'signals.read',
    to: consolePaths.signals,
    except: consolePaths.newSignal,
    label: 'All signals',
    icon: Signal,
  },
  { group: 'Trade signal', needs: 'analysis.read', to: consolePaths.analysis, label: 'Market analysis', icon: ChartSpline },
  { group: 'Trade signal', needs: 'calendar.read', to: consolePaths.calendar, label: 'Events', icon: CalendarDays },
  { group: 'Trade signal', needs: 'comments.read', to: consolePaths.comments, label: 'Comments', icon: MessagesSquare },
  { group: 'Trade signal', needs: 'disputes.read', to: consolePaths.shareDisputes, label: 'Share disputes', icon: Scale },
  { group: 'Trade signal', needs: 'fund.read', to: consolePaths.shareInvoices, label: 'Share invoices', icon: HandCoins },

  { group: 'Report', needs: 'sync.read', to: consolePaths.members, label: 'API feedback', icon: Users },
  { group: 'Report', to: consolePaths.news, label: 'Crypto news', icon: Newspaper },

  { group: 'Operations', needs: 'audit.read', to: consolePaths.auditLog, label: 'Audit log', icon: ScrollText },
  { group: 'Operations', needs: 'site.read', to: consolePaths.siteContent, label: 'Site content', icon: PanelsTopLeft },
  { group: 'Operations', needs: 'system.read', to: consolePaths.channels, label: 'Channels', icon: RadioTower },
  { group: 'Operations', needs: 'system.read', to: consolePaths.channelAddresses, label: 'Channel addresses', icon: BellRing },
  {
    group: 'Operations',
    needs: 'system.read',
    to: consolePaths.deliveries,
    label: 'Deliveries',
    icon: Send,
    waiting: waiting.deliveries,
  },
  { group: 'Operations', needs: 'system.read', to: consolePaths.queues, label: 'Queues', icon: ListOrdered },
  { group: 'Operations', needs: 'system.read', to: consolePaths.system, label: 'System', icon: Server },
  { group: 'Operations', needs: 'payments.read', to: consolePaths.payAddresses, label: 'Payment addresses', icon: WalletCards },
  { group: 'Operations', needs: 'team.read', to: consolePaths.team, label: 'Team', icon: UserCog },
  { group: 'Operations', to: consolePaths.profile, label: 'My profile', icon: UserRound },
  { group: 'Operations', to: consolePaths.security, label: 'My security', icon: ShieldCheck },
];

/** The members' shell around the console. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  useLiveLists();
  const may = useMay();
  const permissions = useQuery(accessQuery).data?.permissions;
  useIdlePrefetch(useMemo(() => (permissions ? likelyScreens(permissions) : []), [permissions]));
  const reviews = usePendingReviews(1, may('kyc.read'));
  const payments = usePendingPayments(1, may('payments.read'));
  const deliveries = useUnknownDeliveries(1, may('system.read'));
  const items = menu({ reviews: reviews.total, payments: payments.total, deliveries: deliveries.total }).filter(
    ({ needs }) => needs === undefined || [needs].flat().some(may),
  );
  return (
    <AppShell home={consolePaths.start} menu={items} tools={<ConsoleSearch menu={items} />}>
      {children}
    </AppShell>
  );
}
