import { FileCheck2, LayoutDashboard, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { AppShell } from '../components/layout/app-shell';
import { consolePaths } from '../config/routes';
import { usePendingReviews } from './kyc-reviews/use-pending-reviews';

/** The members' shell around the console. What is not built yet is not in the menu. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  const { total } = usePendingReviews(1);
  return (
    <AppShell
      home={consolePaths.start}
      menu={[
        { to: consolePaths.start, label: 'Dashboard', icon: LayoutDashboard },
        { to: consolePaths.kycReviews, label: 'Pending KYC', icon: FileCheck2, waiting: total },
        { to: consolePaths.members, label: 'Members', icon: Users },
      ]}
    >
      {children}
    </AppShell>
  );
}
