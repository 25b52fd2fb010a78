import { request } from '../../lib/api';
import type { User, UserAct } from '../../lib/wire/users';
import { useAct } from '../use-act';

/** Every list in which somebody's standing shows. */
export const SHOWN_IN = ['users', 'rejected-users', 'members', 'kyc-reviews', 'payments', 'sessions', 'audit-events'] as const;

const calls: Record<UserAct, { method: 'POST' | 'DELETE'; path: (id: string) => string; done: (name: string) => string }> = {
  activate: { method: 'POST', path: (id) => `/admin/users/${id}/activate`, done: (name) => `${name} is active again.` },
  deactivate: {
    method: 'POST',
    path: (id) => `/admin/users/${id}/deactivate`,
    done: (name) => `${name} is deactivated and signed out everywhere.`,
  },
  delete: { method: 'DELETE', path: (id) => `/admin/users/${id}`, done: () => 'user deleted successfully' },
  restore: {
    method: 'POST',
    path: (id) => `/admin/rejected-users/${id}/restore`,
    done: (name) => `${name} is restored and can sign in again.`,
  },
};

/** One act on one user: said once it is done, or why it was not; what shows them is read again either way. */
export function useUserAct(
  user: Pick<User, 'id' | 'fullName'>,
  act: UserAct,
  { quiet, onDone }: { quiet?: boolean; onDone?: () => void } = {},
) {
  const { method, path, done } = calls[act];
  return useAct({
    call: () => request(path(encodeURIComponent(user.id)), { method, ...(method === 'POST' && { json: {} }) }),
    done: () => done(user.fullName),
    lists: SHOWN_IN,
    ...(onDone && { onDone }),
    ...(quiet && { quiet }),
  });
}
