import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import { useProfile } from '../../lib/session';
import type { User } from '../../lib/wire/users';
import styles from './users.module.css';

/** Deactivate or activate, and delete. Nobody does either to themselves; the server holds that as well. */
export function UserButtons({ user }: { user: User }) {
  const { userId } = useProfile();
  const queryClient = useQueryClient();
  const [asking, setAsking] = useState(false);
  const name = user.fullName;
  const isActive = user.status === 'active';
  const path = `/admin/users/${encodeURIComponent(user.id)}`;
  const reload = () => Promise.all(['users', 'rejected-users', 'members', 'kyc-reviews', 'payments'].map((resource) => queryClient.invalidateQueries({ queryKey: [resource] })));

  const toggle = useMutation({
    mutationFn: () => request(`${path}/${isActive ? 'deactivate' : 'activate'}`, { method: 'POST', json: {} }),
    onSuccess: () => notify.success(isActive ? `${name} is deactivated and signed out everywhere.` : `${name} is active again.`),
    onError: (error) => notify.error(messageOf(error)),
    onSettled: reload,
  });
  const remove = useMutation({
    mutationFn: () => request(path, { method: 'DELETE' }),
    onSuccess: async () => {
      setAsking(false);
      notify.success('user deleted successfully');
      await reload();
    },
  });

  if (user.id === userId) return <span className={styles.none}>You</span>;
  return (
    <span className={styles.buttons}>
      <Button size="small" busy={toggle.isPending} aria-label={`${isActive ? 'Deactivate' : 'Activate'} ${name}`} onClick={() => toggle.mutate()}>
        {isActive ? 'Deactivate' : 'Activate'}
      </Button>
      <Button size="small" look="danger" aria-label={`Delete ${name}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <ConfirmDialog
          title={`Delete ${name}?`}
          action={`Delete ${name}`}
          running="Deleting…"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={() => {
            remove.reset();
            setAsking(false);
          }}
        >
          {name} is signed out everywhere, can’t sign in any more, and moves to the rejected users. They can be restored from there.
        </ConfirmDialog>
      )}
    </span>
  );
}
