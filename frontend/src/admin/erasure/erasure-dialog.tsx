import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { TextAreaField } from '../../components/form/inputs';
import { ApiError, messageOf } from '../../lib/api';
import { useMay } from '../access/allowed';
import { useAct } from '../use-act';
import { type Decision, type ErasureReview, decide } from './erasure';
import { ErasureFacts } from './erasure-facts';
import styles from './erasure.module.css';

const MAX_REASON = 1000;

interface ErasureDialogProps {
  request: ErasureReview | undefined;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** One request with what is kept and why, and the answers that this person may give. */
export function ErasureDialog({ request, error, onRetry, onClose }: ErasureDialogProps) {
  const [step, setStep] = useState<'read' | 'complete' | 'refuse'>('read');
  const [reason, setReason] = useState('');
  const mayDecide = useMay()('erasure.decide');
  const answer = useAct({
    call: (decision: Decision) => decide(request?.id ?? '', decision),
    done: ({ message }) => message,
    lists: ['erasure-requests', 'users', 'rejected-users', 'members'],
    onDone: onClose,
    quiet: true,
  });
  if (!request) {
    return (
      <Dialog title="Erasure request" width="tall" onClose={onClose}>
        {error == null ? (
          <Skeleton height={420} />
        ) : (
          <ErrorState title="This request could not be loaded" error={error} onRetry={onRetry} />
        )}
      </Dialog>
    );
  }
  const may = mayDecide ? request.may : [];
  const isOpen = may.length > 0;
  // Somebody else may have answered, or the member taken it back, while it was open here.
  const at = step !== 'read' && may.includes(step) ? step : 'read';
  const back = () => {
    setStep('read');
    answer.reset();
  };
  const isPoor = reason.trim().length === 0;
  return (
    <Dialog
      title={isOpen ? `Erase ${request.fullName}?` : `Request of ${request.fullName}`}
      width="tall"
      onClose={onClose}
      actions={
        at === 'read' ? (
          <>
            {may.includes('refuse') && <Button onClick={() => setStep('refuse')}>Refuse…</Button>}
            {may.includes('complete') && (
              <Button look="danger" onClick={() => setStep('complete')}>
                Close the account…
              </Button>
            )}
            {!isOpen && <Button onClick={onClose}>Close</Button>}
          </>
        ) : (
          <>
            <Button onClick={back}>Back</Button>
            {at === 'complete' ? (
              <Button look="danger" busy={answer.isPending} onClick={() => answer.mutate({ decision: 'complete' })}>
                {answer.isPending ? 'Closing…' : `Close the account of ${request.fullName}`}
              </Button>
            ) : (
              <Button
                look="danger"
                busy={answer.isPending}
                disabled={isPoor}
                onClick={() => answer.mutate({ decision: 'refuse', reason: reason.trim() })}
              >
                {answer.isPending ? 'Refusing…' : `Refuse ${request.fullName}`}
              </Button>
            )}
          </>
        )
      }
    >
      {at === 'read' && <ErasureFacts request={request} />}
      {at === 'complete' && (
        <p className={styles.text}>
          The membership ends. {request.fullName} is signed out everywhere and can’t sign in anymore. Data that must be kept gets an end
          date and is erased automatically on that day. They receive an email with both dates.
        </p>
      )}
      {at === 'refuse' && (
        <TextAreaField
          label="Reason"
          help="The member sees this text as written. Nothing is erased, and the account is open again."
          maxLength={MAX_REASON}
          rows={5}
          value={reason}
          error={answer.error instanceof ApiError ? answer.error.fields.find(({ field }) => field === 'reason')?.message : undefined}
          onChange={(event) => setReason(event.target.value)}
        />
      )}
      {answer.error && (
        <div className={styles.problem}>
          <Notice kind="error" live title={messageOf(answer.error)} />
        </div>
      )}
    </Dialog>
  );
}
