import { Check, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/feedback/button';
import { messageOf } from '../../lib/api';
import { useMay } from '../access/allowed';
import styles from './decision-buttons.module.css';
import { RejectDialog } from './reject-dialog';
import type { Decidable, ReviewType } from './review-kinds';
import { useDecide } from './use-decide';

interface DecisionButtonsProps {
  kind: ReviewType;
  review: Decidable;
  /** `large` beside the case itself, `small` in a row of a list. */
  size?: 'small' | 'large';
}

/** Approve, or reject with a reason: whatever of it the server allows. */
export function DecisionButtons({ kind, review, size = 'small' }: DecisionButtonsProps) {
  const { running, problem, decide, forget } = useDecide(kind, review);
  const [asking, setAsking] = useState(false);
  const isAllowed = useMay()(kind.permission);
  const { may, mayNot, fullName } = review;
  if (!isAllowed) return null;
  if (!may.includes('approve') && !may.includes('reject')) return <span className={styles.none}>{mayNot ?? 'Decided'}</span>;

  const approve = running === 'approve' ? kind.running.approve : 'Approve';
  const reject = running === 'reject' ? kind.running.reject : 'Reject';
  const common = { size: size === 'small' ? 'small' : 'medium', disabled: running !== null } as const;
  return (
    <span className={size === 'small' ? styles.buttons : styles.large}>
      {may.includes('approve') && (
        <Button
          {...common}
          look="primary"
          icon={<Check size={15} aria-hidden="true" />}
          busy={running === 'approve'}
          aria-label={`${approve} ${fullName}`}
          onClick={() => void decide('approve')}
        >
          {approve}
        </Button>
      )}
      {may.includes('reject') && (
        <Button
          {...common}
          look="danger"
          icon={<X size={15} aria-hidden="true" />}
          busy={running === 'reject'}
          aria-label={`${reject} ${fullName}`}
          onClick={() => setAsking(true)}
        >
          {reject}
        </Button>
      )}
      {asking && (
        <RejectDialog
          kind={kind}
          name={fullName}
          busy={running === 'reject'}
          problem={problem === null ? null : messageOf(problem)}
          onClose={() => {
            forget();
            setAsking(false);
          }}
          onReject={(wish) => void decide('reject', wish).then((settled) => settled && setAsking(false))}
        />
      )}
    </span>
  );
}
