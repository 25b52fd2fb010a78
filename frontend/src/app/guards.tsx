import { useEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { paths } from '../config/routes';
import { homePath } from '../lib/home-path';
import { notify } from '../lib/notify';
import { restoreSession, useProfile, useSession } from '../lib/session';
import { isFlaggedLoggedIn } from '../lib/session-token';
import { type Gated, isPaid, subscribeToAccess } from '../lib/subscription';
import type { Role } from '../lib/wire/profile';
import { LoadingScreen } from './loading-screen';

/** Lets one group of roles through. Nobody signed in goes to the login, everybody else to their own dashboard. */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const session = useSession();
  const { pathname } = useLocation();
  // A public page may have ignored a failed profile fetch; this one needs a person, so it asks once more.
  const mayRestore = session.status === 'signed-out' && isFlaggedLoggedIn();
  useEffect(() => {
    if (mayRestore) void restoreSession(() => pathname);
  }, [mayRestore, pathname]);

  if (session.status === 'loading' || mayRestore) return <LoadingScreen />;
  if (session.status === 'signed-out') return <Navigate to={paths.login} replace />;
  if (session.status === 'enrolling') return <Navigate to={paths.enrol} replace />;
  if (!roles.includes(session.profile.role)) return <Navigate to={homePath(session.profile.role)} replace />;
  return <Outlet />;
}

/** Lets members through whose payment is approved; everybody else reads why not, on their dashboard. The server has the same rule. */
export function RequirePayment({ what }: { what: Gated }) {
  const profile = useProfile();
  const paid = isPaid(profile);
  useEffect(() => {
    if (!paid) notify.info(subscribeToAccess(what));
  }, [paid, what]);
  return paid ? <Outlet /> : <Navigate to={homePath(profile.role)} replace />;
}

/** Lets those through who have to set up a second factor before anything else. */
export function RequireEnrolment() {
  const session = useSession();
  if (session.status === 'loading') return <LoadingScreen />;
  if (session.status === 'signed-out') return <Navigate to={paths.login} replace />;
  if (session.status === 'signed-in') return <Navigate to={homePath(session.profile.role)} replace />;
  return <Outlet />;
}
