import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { TextAreaField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import type { FundMandateWire } from '../../lib/wire/types';
import { useAct } from '../use-act';
import { BOOK_QUERY } from './fund-book';

const MIN_REASON = 3;
const MAX_REASON = 500;
const lists = ['fund-mandates', BOOK_QUERY];

interface DecisionProps {
  mandate: FundMandateWire;
  onClose: () => void;
}

const decide = (mandate: FundMandateWire, act: FundMandateWire['may'][number], json: object) =>
  request(`/admin/fund-mandates/${encodeURIComponent(mandate.id)}/${act}`, { method: 'POST', json });

/** Says what a countersignature starts: it cannot be taken back. */
export function CountersignDialog({ mandate, onClose }: DecisionProps) {
  const change = useAct({
    call: () => decide(mandate, 'countersign', {}),
    done: () => 'The mandate is countersigned.',
    lists,
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title={`Countersign the mandate of ${mandate.fullName}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Not now</Button>
          <Button look="primary" busy={change.isPending} onClick={() => change.mutate()}>
            {change.isPending ? 'Countersigning…' : 'Countersign'}
          </Button>
        </>
      }
    >
      <p>
        The mandate starts at the next 00:00 UTC with the account’s value at that time. From then on, fees accrue under the terms{' '}
        {mandate.termsVersion}. This cannot be undone.
      </p>
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}

/** Asks for the reason, which the client reads. */
export function DeclineDialog({ mandate, onClose }: DecisionProps) {
  const [reason, setReason] = useState('');
  const change = useAct({
    call: () => decide(mandate, 'decline', { reason: reason.trim() }),
    done: () => 'The mandate is declined.',
    lists,
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title={`Decline the mandate of ${mandate.fullName}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={change.isPending} disabled={reason.trim().length < MIN_REASON} onClick={() => change.mutate()}>
            {change.isPending ? 'Declining…' : 'Decline'}
          </Button>
        </>
      }
    >
      <p>The mandate does not start, and no fees accrue. The client sees the reason and can sign again.</p>
      <TextAreaField label="Reason" value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}
