import { CircleStop, Pause, Play } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ConfirmDialog } from '../../components/feedback/confirm-dialog';
import { request } from '../../lib/api';
import { count } from '../../lib/format/decimal';
import type { BroadcastMoveWire, BroadcastWire } from '../../lib/wire/types';
import { useAct } from '../use-act';
import { moveWords, settledOf } from './broadcast-words';

const icons = { pause: Pause, resume: Play, cancel: CircleStop } as const;

/** What the server lets one do with a broadcast now. Cancelling asks first: it cannot be taken back. */
export function BroadcastButtons({ broadcast }: { broadcast: BroadcastWire }) {
  const { id, subject, may, recipients, recipientsAt } = broadcast;
  const [asking, setAsking] = useState(false);
  const move = useAct({
    call: (wanted: BroadcastMoveWire) => request(`/admin/broadcasts/${encodeURIComponent(id)}/${wanted}`, { method: 'POST', json: {} }),
    done: (_, wanted) => `“${subject}” ${moveWords[wanted].done}`,
    lists: ['broadcasts'],
    onDone: () => setAsking(false),
    quiet: asking,
  });
  const running = move.isPending ? move.variables : null;
  const left = recipients - settledOf(broadcast);
  return (
    <>
      {may.map((wanted) => {
        const Icon = icons[wanted];
        const { label, running: runningWords } = moveWords[wanted];
        return (
          <Button
            key={wanted}
            look={wanted === 'cancel' ? 'danger' : 'secondary'}
            icon={<Icon size={16} aria-hidden="true" />}
            busy={running === wanted}
            disabled={running !== null}
            onClick={() => (wanted === 'cancel' ? setAsking(true) : move.mutate(wanted))}
          >
            {running === wanted ? runningWords : label}
          </Button>
        );
      })}
      {asking && (
        <ConfirmDialog
          title={`Cancel “${subject}”?`}
          action="Cancel the broadcast"
          running="Cancelling…"
          busy={running === 'cancel'}
          error={move.variables === 'cancel' ? move.error : null}
          onConfirm={() => move.mutate('cancel')}
          onClose={() => {
            move.reset();
            setAsking(false);
          }}
        >
          {recipientsAt === null
            ? 'It has not started. No emails will be sent.'
            : left === 1
              ? 'One email that has not been sent yet will not be sent.'
              : `${count(left)} emails that have not been sent yet will not be sent.`}{' '}
          A cancelled broadcast can’t be resumed.
        </ConfirmDialog>
      )}
    </>
  );
}
