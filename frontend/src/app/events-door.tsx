import { Navigate, Outlet, useParams } from 'react-router';
import { calendarEventPath } from '../config/routes';
import { isMemberSession, useSession } from '../lib/session';
import { isFlaggedLoggedIn } from '../lib/session-token';
import { ShellSkeleton } from './shell-skeleton';

/** Public pages of events, for visitors and the team. Members go on to the same page of their calendar, where they sign up. */
export function EventsDoor() {
  const session = useSession();
  const { slug } = useParams();
  if (session.status === 'loading' && isFlaggedLoggedIn()) return <ShellSkeleton shape="cards" />;
  return isMemberSession(session) ? <Navigate to={calendarEventPath(slug ?? null)} replace /> : <Outlet />;
}
