import { Trash2, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import type { User } from '../../lib/wire/users';
import { ActButton } from './act-button';
import { useUserAct } from './use-user-act';
import styles from './users.module.css';

const switches = {
  deactivate: { now: 'Active', verb: 'Deactivate', look: styles.active },
  activate: { now: 'Deactivated', verb: 'Activate', look: styles.deactivated },
} as const;

/** Where somebody stands; a press switches it (specification, section 4). Nobody of the rejected list can be switched. */
export function StatusToggle({ user }: { user: User }) {
  const act = (['deactivate', 'activate'] as const).find((one) => user.may.includes(one) || user.mayNot[one] !== undefined);
  return act === undefined ? null : <Switch user={user} act={act} />;
}

function Switch({ user, act }: { user: User; act: keyof typeof switches }) {
  const { now: word, verb, look } = switches[act];
  const toggle = useUserAct(user, act);
  return (
    <ActButton
      user={user}
      act={act}
      className={look}
      icon={<span className={styles.dot} aria-hidden="true" />}
      busy={toggle.isPending}
      label={`${word}. ${verb} ${user.fullName}`}
      onPress={() => toggle.mutate()}
    >
      {word}
    </ActButton>
  );
}

/**
 * Moves somebody to the rejected list, after a question that names them. `compact`: one of many in a table that has no room for the word.
 */
export function DeleteButton({ user, compact = false }: { user: User; compact?: boolean }) {
  const [asking, setAsking] = useState(false);
  const name = user.fullName;
  const remove = useUserAct(user, 'delete', { quiet: true, onDone: () => setAsking(false) });
  return (
    <>
      <ActButton
        user={user}
        act="delete"
        look="danger"
        icon={<Trash2 size={15} aria-hidden="true" />}
        label={`Delete ${name}`}
        onPress={() => setAsking(true)}
      >
        <span className={compact ? styles.word : undefined}>Delete</span>
      </ActButton>
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
          {name} is signed out everywhere, can’t sign in anymore, and moves to Rejected users. Their exchange key is deleted. You can
          restore the account there.
        </ConfirmDialog>
      )}
    </>
  );
}

/** Takes somebody out of the rejected list. */
export function RestoreButton({ user }: { user: User }) {
  const restore = useUserAct(user, 'restore');
  const word = restore.isPending ? 'loading....' : 'Restore';
  return (
    <ActButton
      user={user}
      act="restore"
      icon={<UserRoundCheck size={15} aria-hidden="true" />}
      busy={restore.isPending}
      label={`${word} ${user.fullName}`}
      onPress={() => restore.mutate()}
    >
      {word}
    </ActButton>
  );
}
