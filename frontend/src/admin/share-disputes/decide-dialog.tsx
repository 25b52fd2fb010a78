import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { TextAreaField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import type { ShareDisputeWire } from '../../lib/wire/types';
import { useAct } from '../use-act';

const MIN_REASON = 3;
const MAX_REASON = 500;

export type Act = ShareDisputeWire['may'][number];

const words = {
  uphold: {
    title: 'Charge this line?',
    text: 'It counts from now on, in the year of this decision.',
    action: 'Charge the line',
    running: 'Charging…',
    done: 'The line is charged.',
  },
  drop: {
    title: 'Drop this line?',
    text: 'It will not count.',
    action: 'Drop the line',
    running: 'Dropping…',
    done: 'The line is dropped.',
  },
} as const satisfies Record<Act, unknown>;

/** Asks for the reason, which the member reads. */
export function DecideDialog({ dispute, act, onClose }: { dispute: ShareDisputeWire; act: Act; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const { title, text, action, running, done } = words[act];
  const change = useAct({
    call: () =>
      request(`/admin/share-disputes/${encodeURIComponent(dispute.id)}/${act}`, { method: 'POST', json: { reason: reason.trim() } }),
    done: () => done,
    lists: ['share-disputes'],
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button look="primary" busy={change.isPending} disabled={reason.trim().length < MIN_REASON} onClick={() => change.mutate()}>
            {change.isPending ? running : action}
          </Button>
        </>
      }
    >
      <p>
        {dispute.fullName} disputes a line in {dispute.symbol}: “{dispute.reason}”
      </p>
      <p>{text} You can’t undo this decision. The member sees the reason.</p>
      <TextAreaField label="Reason" value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}
