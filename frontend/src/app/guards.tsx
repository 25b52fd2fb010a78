import { useEffect, useLayoutEffect } from 'react';
import { Navigate, Outlet, useLocation } from 'react-router';
import { consoleBase } from '../config/console-routes';
import { paths } from '../config/routes';
import { keepDestination } from '../lib/destination';
import { homePath } from '../lib/home-path';
import { notify } from '../lib/notify';
import { restoreSession, takeLeftByChoice, useProfile, useSession } from '../lib/session';
import { isFlaggedLoggedIn } from '../lib/session-token';
import { type Gated, isPaid, subscribeToAccess } from '../lib/subscription';
import type { Role } from '../lib/wire/profile';
import { RequireAnswer } from './require-answer';
import { ShellSkeleton } from './shell-skeleton';

/** Leads to the login, and after it back to this address, unless the person has just signed out here. */
function ToLogin() {
  const { pathname, search } = useLocation();
  useLayoutEffect(() => {
    if (!takeLeftByChoice()) keepDestination(`${pathname}${search}`);
  }, [pathname, search]);
  return <Navigate to={paths.login} replace />;
}

/** Lets one group of roles through. Visitors go to the login, other roles to their own dashboard. */
export function RequireRole({ roles }: { roles: readonly Role[] }) {
  const session = useSession();
  const { pathname } = useLocation();
  // A public page may have ignored a failed profile fetch; this one needs a person, so it asks once more.
  const mayRestore = session.status === 'signed-out' && isFlaggedLoggedIn();
  useEffect(() => {
    if (mayRestore) void restoreSession(() => pathname);
  }, [mayRestore, pathname]);

  if (session.status === 'loading' || mayRestore) return <ShellSkeleton shape={pathname.startsWith(consoleBase) ? 'cards' : 'board'} />;
  if (session.status === 'signed-out') return <ToLogin />;
  if (session.status === 'enrolling') return <Navigate to={paths.enrol} replace />;
  if (!roles.includes(session.profile.role)) return <Navigate to={homePath(session.profile.role)} replace />;
  return <Outlet />;
}

/**
 * Lets members through whose payment is approved; all others read why not, on their dashboard. The server has the same rule. The profile of
 * the last visit refuses nobody: the payment may have been approved since.
 */
export function RequirePayment({ what }: { what: Gated }) {
  const session = useSession();
  const profile = useProfile();
  const paid = isPaid(profile);
  const refused = !paid && session.status === 'signed-in' && session.confirmed;
  useEffect(() => {
    if (refused) notify.info(subscribeToAccess(what));
  }, [refused, what]);
  if (refused) return <Navigate to={homePath(profile.role)} replace />;
  return paid ? <Outlet /> : <RequireAnswer shape="table" />;
}

/** Lets those through who have to set up a second factor before anything else. */
export function RequireEnrolment() {
  const session = useSession();
  if (session.status === 'loading') return <ShellSkeleton shape="form" />;
  if (session.status === 'signed-out') return <ToLogin />;
  if (session.status === 'signed-in') return <Navigate to={homePath(session.profile.role)} replace />;
  return <Outlet />;
}
