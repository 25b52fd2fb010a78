import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ApiError, messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import type { KycReviewWire } from '../../lib/wire/types';
import styles from './decision-buttons.module.css';
import { RejectDialog } from './reject-dialog';

type Running = 'approve' | 'reject' | null;

export function DecisionButtons({ review }: { review: KycReviewWire }) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<Running>(null);
  const [asking, setAsking] = useState(false);

  const decide = async (decision: 'approve' | 'reject', body?: { reason: string }) => {
    setRunning(decision);
    try {
      await request(`/admin/kyc-reviews/${encodeURIComponent(review.id)}/${decision}`, { method: 'POST', json: body ?? {} });
      notify.success(decision === 'approve' ? `${review.fullName} is approved. The first sync starts now.` : `${review.fullName} is rejected and gets a mail with the reason.`);
    } catch (error) {
      // Two admins pressed: one decision holds, and this list was old.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) notify.info(`${review.fullName} has been decided by somebody else. The list shows what holds now.`);
      else notify.error(messageOf(error));
    } finally {
      setRunning(null);
      setAsking(false);
      await Promise.all([queryClient.invalidateQueries({ queryKey: ['kyc-reviews'] }), queryClient.invalidateQueries({ queryKey: ['members'] })]);
    }
  };

  const approve = running === 'approve' ? 'Approving…' : 'Approve';
  const reject = running === 'reject' ? 'Rejecting…' : 'Reject';
  return (
    <span className={styles.buttons}>
      <Button size="small" look="primary" icon={<Check size={15} aria-hidden="true" />} busy={running === 'approve'} disabled={running !== null} aria-label={`${approve} ${review.fullName}`} onClick={() => void decide('approve')}>
        {approve}
      </Button>
      <Button size="small" look="danger" icon={<X size={15} aria-hidden="true" />} busy={running === 'reject'} disabled={running !== null} aria-label={`${reject} ${review.fullName}`} onClick={() => setAsking(true)}>
        {reject}
      </Button>
      {asking && <RejectDialog name={review.fullName} busy={running === 'reject'} onClose={() => setAsking(false)} onReject={(reason) => void decide('reject', { reason })} />}
    </span>
  );
}
