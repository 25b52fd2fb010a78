import { useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { TextAreaField } from '../../components/form/inputs';

const MAX_REASON = 500;

interface RejectDialogProps {
  name: string;
  busy: boolean;
  /** What the button reads while it runs. */
  running: string;
  onClose: () => void;
  onReject: (reason: string) => void;
}

/** Asks for the reason before a rejection: the member reads it in a mail and mends what it names. */
export function RejectDialog({ name, busy, running, onClose, onReject }: RejectDialogProps) {
  const [reason, setReason] = useState('');
  const form = useId();
  return (
    <Dialog
      title={`Reject ${name}?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep waiting</Button>
          <Button type="submit" form={form} look="danger" busy={busy} disabled={reason.trim() === ''}>
            {busy ? running : `Reject ${name}`}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() !== '') onReject(reason.trim());
        }}
      >
        <TextAreaField
          label="Reason"
          help="Sent to the member as it stands. Say what is wrong and what to send instead."
          maxLength={MAX_REASON}
          rows={4}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
