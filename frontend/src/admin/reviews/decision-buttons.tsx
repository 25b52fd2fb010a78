import { useQueryClient } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { ApiError, messageOf, request } from '../../lib/api';
import { notify } from '../../lib/notify';
import styles from './decision-buttons.module.css';
import { RejectDialog } from './reject-dialog';

type Decision = 'approve' | 'reject';

interface DecisionButtonsProps {
  resource: 'kyc-reviews' | 'payments';
  review: { id: string; fullName: string };
  /** What the buttons read while the request runs. */
  running: Record<Decision, string>;
  /** What is said once it is decided. */
  done: Record<Decision, (name: string) => string>;
  /** Other resources that the decision changes. */
  alsoChanged?: readonly string[];
}

/** Approve, or reject with a reason. Two admins may press at once: one decision holds, and the other is told. */
export function DecisionButtons({ resource, review, running: runningWords, done, alsoChanged = [] }: DecisionButtonsProps) {
  const queryClient = useQueryClient();
  const [running, setRunning] = useState<Decision | null>(null);
  const [asking, setAsking] = useState(false);

  const decide = async (decision: Decision, body?: { reason: string }) => {
    setRunning(decision);
    try {
      await request(`/admin/${resource}/${encodeURIComponent(review.id)}/${decision}`, { method: 'POST', json: body ?? {} });
      notify.success(done[decision](review.fullName));
    } catch (error) {
      // Two admins pressed: one decision holds, and this list was old.
      if (error instanceof ApiError && (error.status === 409 || error.status === 404)) notify.info(`${review.fullName} has been decided by somebody else. The list shows what holds now.`);
      else notify.error(messageOf(error));
    } finally {
      setRunning(null);
      setAsking(false);
      await Promise.all([resource, ...alsoChanged].map((changed) => queryClient.invalidateQueries({ queryKey: [changed] })));
    }
  };

  const approve = running === 'approve' ? runningWords.approve : 'Approve';
  const reject = running === 'reject' ? runningWords.reject : 'Reject';
  return (
    <span className={styles.buttons}>
      <Button size="small" look="primary" icon={<Check size={15} aria-hidden="true" />} busy={running === 'approve'} disabled={running !== null} aria-label={`${approve} ${review.fullName}`} onClick={() => void decide('approve')}>
        {approve}
      </Button>
      <Button size="small" look="danger" icon={<X size={15} aria-hidden="true" />} busy={running === 'reject'} disabled={running !== null} aria-label={`${reject} ${review.fullName}`} onClick={() => setAsking(true)}>
        {reject}
      </Button>
      {asking && (
        <RejectDialog name={review.fullName} busy={running === 'reject'} running={runningWords.reject} onClose={() => setAsking(false)} onReject={(reason) => void decide('reject', { reason })} />
      )}
    </span>
  );
}
