import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { TextAreaField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import { invoiceAmount } from '../../lib/wire/invoices';
import type { InvoiceDetailWire } from '../../lib/wire/types';
import { useAct } from '../use-act';

const MIN_REASON = 5;
const MAX_REASON = 500;

/** Asks for the reason, and says what will happen: a credit note cannot be taken back. */
export function VoidDialog({ invoice, onClose }: { invoice: InvoiceDetailWire; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const change = useAct({
    call: () => request(`/admin/invoices/${encodeURIComponent(invoice.id)}/void`, { method: 'POST', json: { reason: reason.trim() } }),
    done: () => `Invoice ${invoice.number} is void.`,
    lists: ['invoices'],
    onDone: onClose,
    quiet: true,
  });
  return (
    <Dialog
      title={`Void invoice ${invoice.number}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="danger" busy={change.isPending} disabled={reason.trim().length < MIN_REASON} onClick={() => change.mutate()}>
            {change.isPending ? 'Voiding…' : `Void ${invoice.number}`}
          </Button>
        </>
      }
    >
      <p>
        A credit note with its own number cancels {invoiceAmount(invoice.outstanding)} of {invoice.fullName}. You can’t undo this. The
        reason is printed on the invoice.
      </p>
      <TextAreaField label="Reason" value={reason} maxLength={MAX_REASON} onChange={(event) => setReason(event.target.value)} />
      {change.error && <Notice kind="error" live title={messageOf(change.error)} />}
    </Dialog>
  );
}
