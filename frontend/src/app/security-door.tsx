import { Navigate } from 'react-router';
import { consolePaths } from '../config/console-routes';
import { useSession } from '../lib/session';
import { RequireRole } from './guards';
import { MemberShell } from './member-shell';

/** One address for everybody: a member's page opens in their shell, an admin's in the console. */
export function SecurityDoor() {
  const session = useSession();
  if (session.status !== 'signed-in') return <RequireRole roles={[]} />;
  return session.profile.role === 'admin' ? <Navigate to={consolePaths.security} replace /> : <MemberShell />;
}
