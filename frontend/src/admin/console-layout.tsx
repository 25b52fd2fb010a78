import { CreditCard, FileCheck2, LayoutDashboard, UserRoundX, Users, UsersRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '../components/layout/app-shell';
import { consolePaths } from '../config/console-routes';
import { usePendingReviews } from './kyc-reviews/use-pending-reviews';
import { usePendingPayments } from './payments/use-pending-payments';

/** The members' shell around the console. What is not built yet is not in the menu. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  const reviews = usePendingReviews(1);
  const payments = usePendingPayments(1);
  return (
    <AppShell
      home={consolePaths.start}
      menu={[
        { to: consolePaths.start, label: 'Dashboard', icon: LayoutDashboard },
        { to: consolePaths.kycReviews, label: 'Pending KYC', short: 'KYC', icon: FileCheck2, waiting: reviews.total },
        { to: consolePaths.payments, label: 'Pending payments', short: 'Payments', icon: CreditCard, waiting: payments.total },
        { to: consolePaths.users, label: 'All users', short: 'Users', icon: UsersRound },
        { to: consolePaths.rejectedUsers, label: 'Rejected users', short: 'Rejected', icon: UserRoundX },
        { to: consolePaths.members, label: 'Members', icon: Users },
      ]}
    >
      {children}
    </AppShell>
  );
}
