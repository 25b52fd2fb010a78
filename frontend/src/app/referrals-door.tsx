import { Navigate, useParams } from 'react-router';
import { consolePaths } from '../config/console-routes';
import { REFERRAL_CODE_PARAM } from '../config/routes';
import { useSession } from '../lib/session';
import { RequireRole } from './guards';
import { MemberShell } from './member-shell';

/** One address for everybody: a member's page about their own code opens in their shell, an admin's about anybody's in the console. */
export function ReferralsDoor() {
  const session = useSession();
  const { [REFERRAL_CODE_PARAM]: code = '' } = useParams();
  if (session.status !== 'signed-in') return <RequireRole roles={[]} />;
  return session.profile.role === 'admin' ? <Navigate to={consolePaths.referrals(code)} replace /> : <MemberShell />;
}
