import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Notice } from '../../components/feedback/notice';
import { request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { Answer, UserOutcomeWire } from '../../lib/wire/types';
import type { User } from '../../lib/wire/users';
import styles from './bulk-bar.module.css';
import { type Selection, canBeChosen } from './selection';
import { useReadUsersAgain } from './use-user-act';

type BulkAct = 'activate' | 'deactivate';
const words = {
  activate: { verb: 'Activate', running: 'Activating…', done: 'active', what: 'They can sign in again, and get a letter that says so.' },
  deactivate: {
    verb: 'Deactivate',
    running: 'Deactivating…',
    done: 'deactivated',
    what: 'They are signed out everywhere, can’t sign in until they are activated again, and get a letter that says so.',
  },
} as const;

const MAX_NAMES = 10;
const people = (n: number) => (n === 1 ? '1 user' : `${n} users`);

function namesOf(users: readonly User[]): string {
  const named = users.slice(0, MAX_NAMES).map(({ fullName }) => fullName);
  return users.length > MAX_NAMES ? `${named.join(', ')} and ${people(users.length - MAX_NAMES)} more` : named.join(', ');
}

/** What can be done with several users of this page at once. Each has an answer of its own. */
export function BulkBar({ rows, selection }: { rows: readonly User[]; selection: Selection }) {
  const [asking, setAsking] = useState<BulkAct | null>(null);
  const [refused, setRefused] = useState<readonly { name: string; reason: string }[]>([]);
  const choosable = rows.filter(canBeChosen);
  const chosen = choosable.filter(selection.has);
  const whom = (act: BulkAct) => chosen.filter(({ may }) => may.includes(act));
  const all = chosen.length > 0 && chosen.length === choosable.length;
  return (
    <div className={styles.bar}>
      <div className={styles.row} role="group" aria-label="Selected users">
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={all}
            disabled={choosable.length === 0}
            ref={(box) => {
              if (box) box.indeterminate = chosen.length > 0 && !all;
            }}
            onChange={(event) => selection.set(choosable, event.target.checked)}
          />
          Select all on this page
        </label>
        {chosen.length > 0 && (
          <>
            <span role="status">{chosen.length} selected</span>
            {(['deactivate', 'activate'] as const).map((act) =>
              whom(act).length === 0 ? null : (
                <Button key={act} size="small" onClick={() => setAsking(act)}>
                  {words[act].verb} {people(whom(act).length)}
                </Button>
              ),
            )}
            <Button size="small" look="quiet" onClick={selection.clear}>
              Clear selection
            </Button>
          </>
        )}
      </div>
      {refused.length > 0 && (
        <Notice kind="warn" live title={`${people(refused.length)} could not be changed`}>
          <ul>
            {refused.map(({ name, reason }) => (
              <li key={`${name}:${reason}`}>
                {name}: {reason}
              </li>
            ))}
          </ul>
          <Button size="small" look="quiet" onClick={() => setRefused([])}>
            Hide reasons
          </Button>
        </Notice>
      )}
      {asking && (
        <Question
          act={asking}
          users={whom(asking)}
          onClose={() => setAsking(null)}
          onDone={(problems) => {
            setAsking(null);
            setRefused(problems);
            selection.clear();
          }}
        />
      )}
    </div>
  );
}

interface QuestionProps {
  act: BulkAct;
  users: readonly User[];
  onClose: () => void;
  onDone: (refused: { name: string; reason: string }[]) => void;
}

function Question({ act, users, onClose, onDone }: QuestionProps) {
  const readAgain = useReadUsersAgain();
  // As they stood when it was asked: the list behind may be read again meanwhile.
  const [asked] = useState(users);
  const { verb, running, done, what } = words[act];
  const change = useMutation({
    mutationFn: async () =>
      (
        await request<Answer<UserOutcomeWire[]>>('/admin/users/bulk', {
          method: 'POST',
          json: { ids: asked.map(({ id }) => id), action: act },
        })
      ).body.data,
    onSuccess: (outcomes) => {
      const changed = outcomes.filter(({ outcome }) => outcome !== 'refused').length;
      if (changed > 0) notify.success(`${people(changed)} ${changed === 1 ? 'is' : 'are'} ${done}.`);
      const nameOf = (id: string) => asked.find((user) => user.id === id)?.fullName ?? id;
      onDone(outcomes.flatMap(({ id, reason }) => (reason === null ? [] : [{ name: nameOf(id), reason }])));
    },
    onSettled: readAgain,
  });
  return (
    <ConfirmDialog
      title={`${verb} ${people(asked.length)}?`}
      action={`${verb} ${people(asked.length)}`}
      running={running}
      busy={change.isPending}
      error={change.error}
      onConfirm={() => change.mutate()}
      onClose={onClose}
    >
      {namesOf(asked)}. {what}
    </ConfirmDialog>
  );
}
