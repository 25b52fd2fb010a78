import { useMutation } from '@tanstack/react-query';
import { Eye } from 'lucide-react';
import { useEffect, useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { CopyButton } from '../../components/feedback/copy-button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import { TextAreaField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import type { Answer, KycReviewWire, RevealedKeyWire } from '../../lib/wire/types';
import styles from './reveal-button.module.css';

const MAX_REASON = 500;

/** Shows a member's key in clear, for a reason and for half a minute. Asking, and who asked, is written down. */
export function RevealButton({ review }: { review: Pick<KycReviewWire, 'id' | 'fullName'> }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        size="small"
        icon={<Eye size={15} aria-hidden="true" />}
        aria-label={`Reveal the key of ${review.fullName}`}
        onClick={() => setOpen(true)}
      >
        Reveal
      </Button>
      {open && <RevealDialog review={review} onClose={() => setOpen(false)} />}
    </>
  );
}

function RevealDialog({ review, onClose }: { review: Pick<KycReviewWire, 'id' | 'fullName'>; onClose: () => void }) {
  const form = useId();
  const [reason, setReason] = useState('');
  const reveal = useMutation({
    mutationFn: async () =>
      (
        await request<Answer<RevealedKeyWire>>(`/admin/kyc-reviews/${encodeURIComponent(review.id)}/reveal`, {
          method: 'POST',
          json: { reason: reason.trim() },
        })
      ).body.data,
    // Nothing of it outlives this dialog.
    gcTime: 0,
  });
  const key = reveal.data;
  return (
    <Dialog
      title={`Key of ${review.fullName}`}
      onClose={onClose}
      actions={
        key ? (
          <Button onClick={onClose}>Hide now</Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" form={form} look="primary" busy={reveal.isPending} disabled={reason.trim() === ''}>
              {reveal.isPending ? 'Revealing…' : 'Reveal the key'}
            </Button>
          </>
        )
      }
    >
      {key ? (
        <Revealed revealed={key} onHide={onClose} />
      ) : (
        <form
          id={form}
          className={styles.stack}
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() !== '' && !reveal.isPending) reveal.mutate();
          }}
        >
          <TextAreaField
            label="Reason"
            help="Recorded in the audit log with your name."
            maxLength={MAX_REASON}
            rows={3}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          {reveal.isError && <Notice kind="error" live title={messageOf(reveal.error)} />}
        </form>
      )}
    </Dialog>
  );
}

function Revealed({ revealed, onHide }: { revealed: RevealedKeyWire; onHide: () => void }) {
  const left = useSecondsLeft(revealed.shownForSeconds, onHide);
  return (
    <div className={styles.stack}>
      <Value label="API key" text={revealed.apiKey} />
      <Value label="Secret key" text={revealed.secretKey} />
      {revealed.passphrase !== undefined && <Value label="Passphrase" text={revealed.passphrase} />}
      <p className={styles.hint}>
        Hidden again in <span role="timer">{left} s</span>.
      </p>
    </div>
  );
}

function Value({ label, text }: { label: string; text: string }) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <p className={styles.value}>
        <code>{text}</code>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} compact />
      </p>
    </div>
  );
}

/** Counts down, and says when it is over. Told by the clock, since a page in the background is given few ticks. */
function useSecondsLeft(seconds: number, onOver: () => void): number {
  const [end] = useState(() => performance.now() + seconds * 1000);
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    const timer = setInterval(() => {
      const now = Math.ceil((end - performance.now()) / 1000);
      if (now <= 0) onOver();
      else setLeft(now);
    }, 250);
    return () => clearInterval(timer);
  }, [end, onOver]);
  return left;
}
