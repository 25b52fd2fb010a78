import { useState } from 'react';
import { useGetMany, useListContext } from 'react-admin';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { Dialog } from '../../components/feedback/dialog';
import { fetchData } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { UserOutcomeWire } from '../../lib/wire/types';
import type { User } from '../../lib/wire/users';
import { useAct } from '../use-act';
import { SHOWN_IN } from './use-user-act';

type BulkAct = 'activate' | 'deactivate';
const words = {
  activate: { verb: 'Activate', running: 'Activating…', done: 'active', what: 'They can sign in again and get an email about it.' },
  deactivate: {
    verb: 'Deactivate',
    running: 'Deactivating…',
    done: 'deactivated',
    what: 'They are signed out everywhere, can’t sign in until they are activated again, and get an email about it.',
  },
} as const;

const MAX_NAMES = 10;
/** As many as the server changes with one request. */
const MAX_USERS = 100;

interface Refused {
  name: string;
  reason: string;
}

const people = (n: number) => (n === 1 ? '1 user' : `${n} users`);

function namesOf(users: readonly User[]): string {
  const named = users.slice(0, MAX_NAMES).map(({ fullName }) => fullName);
  return users.length > MAX_NAMES ? `${named.join(', ')} and ${people(users.length - MAX_NAMES)} more` : named.join(', ');
}

/** Only who can be activated or deactivated can be selected. */
export const canBeSelected = ({ may }: User): boolean => may.includes('activate') || may.includes('deactivate');

/** What can be done with several users at once. The server answers for each of them. */
export function BulkActions() {
  const { selectedIds, onUnselectItems } = useListContext<User>();
  const ids = selectedIds.slice(0, MAX_USERS);
  const { data: selected = [] } = useGetMany<User>('users', { ids }, { enabled: ids.length > 0 });
  const [asking, setAsking] = useState<BulkAct | null>(null);
  const [refused, setRefused] = useState<readonly Refused[]>([]);
  const whom = (act: BulkAct) => selected.filter((user) => user?.may.includes(act));
  return (
    <>
      {(['deactivate', 'activate'] as const).map((act) =>
        whom(act).length === 0 ? null : (
          <Button key={act} size="small" onClick={() => setAsking(act)}>
            {words[act].verb} {people(whom(act).length)}
          </Button>
        ),
      )}
      {asking && (
        <Question
          act={asking}
          users={whom(asking)}
          onClose={() => setAsking(null)}
          onDone={(problems) => {
            setAsking(null);
            setRefused(problems);
            if (problems.length === 0) onUnselectItems();
          }}
        />
      )}
      {refused.length > 0 && (
        <Refusals
          of={refused}
          onClose={() => {
            setRefused([]);
            onUnselectItems();
          }}
        />
      )}
    </>
  );
}

function Refusals({ of, onClose }: { of: readonly Refused[]; onClose: () => void }) {
  return (
    <Dialog title={`${people(of.length)} could not be changed`} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <ul>
        {of.map(({ name, reason }) => (
          <li key={`${name}:${reason}`}>
            {name}: {reason}
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

interface QuestionProps {
  act: BulkAct;
  users: readonly User[];
  onClose: () => void;
  onDone: (refused: Refused[]) => void;
}

function Question({ act, users, onClose, onDone }: QuestionProps) {
  // As they stood when it was asked: the list behind may be read again meanwhile.
  const [asked] = useState(users);
  const { verb, running, done, what } = words[act];
  const nameOf = (id: string) => asked.find((user) => user.id === id)?.fullName ?? id;
  const change = useAct({
    call: () =>
      fetchData<UserOutcomeWire[]>('/admin/users/bulk', { method: 'POST', json: { ids: asked.map(({ id }) => id), action: act } }),
    lists: SHOWN_IN,
    onDone: (outcomes) => {
      const changed = outcomes.filter(({ outcome }) => outcome !== 'refused').length;
      if (changed > 0) notify.success(`${people(changed)} ${changed === 1 ? 'is' : 'are'} ${done}.`);
      onDone(outcomes.flatMap(({ id, reason }) => (reason === null ? [] : [{ name: nameOf(id), reason }])));
    },
    quiet: true,
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
