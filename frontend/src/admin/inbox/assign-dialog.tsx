import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import form from '../../components/form/form.module.css';
import { SelectField } from '../../components/form/inputs';
import { fetchData, messageOf } from '../../lib/api';
import type { InboxItemWire, InboxPersonWire } from '../../lib/wire/types';
import { inboxKinds, wordsOf } from './inbox-kinds';
import { useAssign } from './use-assign';

const NOBODY = '';

/** Asks who takes care of an item: everybody who may decide it, or nobody. */
export function AssignDialog({ item, onClose }: { item: InboxItemWire; onClose: () => void }) {
  const [personId, setPersonId] = useState(item.assignee?.id ?? NOBODY);
  const { data, error, refetch } = useQuery({
    queryKey: ['inbox-people', item.kind],
    queryFn: ({ signal }) => fetchData<InboxPersonWire[]>(`/admin/inbox/people?kind=${item.kind}`, { signal }),
  });
  const assign = useAssign(item, { onDone: onClose, quiet: true });
  return (
    <Dialog
      title="Assign item"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            look="primary"
            busy={assign.isPending}
            disabled={data === undefined}
            onClick={() => assign.mutate(personId === NOBODY ? null : personId)}
          >
            {assign.isPending ? 'Assigning…' : 'Assign'}
          </Button>
        </>
      }
    >
      <div className={form.form}>
        <p>
          {inboxKinds[item.kind].name}: <span translate="no">{wordsOf(item).name}</span>
        </p>
        {data === undefined && error === null && <Skeleton height={44} />}
        {data === undefined && error !== null && (
          <ErrorState title="The people could not be loaded" error={error} onRetry={() => void refetch()} />
        )}
        {data && (
          <SelectField label="Assigned to" value={personId} onChange={(event) => setPersonId(event.target.value)}>
            <option value={NOBODY}>Nobody</option>
            {data.map(({ id, fullName, self }) => (
              <option key={id} value={id}>
                {self ? `${fullName} (you)` : fullName}
              </option>
            ))}
          </SelectField>
        )}
        {assign.error && <Notice kind="error" live title={messageOf(assign.error)} />}
      </div>
    </Dialog>
  );
}
