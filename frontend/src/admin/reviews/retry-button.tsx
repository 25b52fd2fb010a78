import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Button } from '../../components/feedback/button';
import { Dialog } from '../../components/feedback/dialog';
import { Notice } from '../../components/feedback/notice';
import form from '../../components/form/form.module.css';
import { TextAreaField } from '../../components/form/inputs';
import { messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { Decidable, ReviewType } from './review-kinds';

const MAX_REASON = 500;

/** Takes the end off a final rejection, for a reason that is written down. */
export function RetryButton({ kind, review }: { kind: ReviewType; review: Decidable }) {
  const queryClient = useQueryClient();
  const id = useId();
  const [asking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const allow = useMutation({
    mutationFn: () =>
      request(`/admin/${kind.resource}/${encodeURIComponent(review.id)}/allow-retry`, { method: 'POST', json: { reason: reason.trim() } }),
    onSuccess: () => {
      setAsking(false);
      notify.success(`${review.fullName} can submit again and gets an email.`);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: [kind.resource] }),
  });
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        Allow another submission
      </Button>
      {asking && (
        <Dialog
          title={`Allow ${review.fullName} to submit again?`}
          onClose={() => setAsking(false)}
          actions={
            <>
              <Button onClick={() => setAsking(false)}>Cancel</Button>
              <Button type="submit" form={id} look="primary" busy={allow.isPending} disabled={reason.trim() === ''}>
                {allow.isPending ? 'loading....' : 'Allow another submission'}
              </Button>
            </>
          }
        >
          <form
            id={id}
            className={form.form}
            onSubmit={(event) => {
              event.preventDefault();
              if (reason.trim() !== '' && !allow.isPending) allow.mutate();
            }}
          >
            <TextAreaField
              label="Reason"
              help="Recorded in the audit log with your name. Not shown to the member."
              maxLength={MAX_REASON}
              rows={3}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            {allow.isError && <Notice kind="error" live title={messageOf(allow.error)} />}
          </form>
        </Dialog>
      )}
    </>
  );
}
