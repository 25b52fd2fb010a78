import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { User, UserAct } from '../../lib/wire/users';

/** Every list in which somebody's standing shows. */
const SHOWN_IN = ['users', 'rejected-users', 'members', 'kyc-reviews', 'payments', 'sessions', 'audit-events'] as const;

/** Reads all of them again. */
export function useReadUsersAgain(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () => Promise.all(SHOWN_IN.map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })));
}

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
  { quiet = false, onDone }: { quiet?: boolean; onDone?: () => void } = {},
) {
  const readAgain = useReadUsersAgain();
  const { method, path, done } = calls[act];
  return useMutation({
    mutationFn: () => request(path(encodeURIComponent(user.id)), { method, ...(method === 'POST' && { json: {} }) }),
    onSuccess: () => {
      onDone?.();
      notify.success(done(user.fullName));
    },
    // A dialog says by itself what went wrong.
    onError: (error) => (quiet ? undefined : notify.error(messageOf(error))),
    onSettled: readAgain,
  });
}
