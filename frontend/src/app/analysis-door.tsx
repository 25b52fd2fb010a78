import { Outlet } from 'react-router';
import { isFlaggedLoggedIn } from '../lib/session-token';
import { isMemberSession, useSession } from '../lib/session';
import { MemberShell } from './member-shell';
import { ShellSkeleton } from './shell-skeleton';

/** One address for everybody: an analysis opens in a member's shell, and as a public page for visitors and the team. */
export function AnalysisDoor() {
  const session = useSession();
  if (session.status === 'loading' && isFlaggedLoggedIn()) return <ShellSkeleton shape="text" />;
  return isMemberSession(session) ? <MemberShell /> : <Outlet />;
}
