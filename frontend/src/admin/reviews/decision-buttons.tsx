import { Check, FileQuestionMark, Undo2, X } from 'lucide-react';
import { Button } from '../../components/feedback/button';
import styles from './decision-buttons.module.css';
import { AskDialog } from './ask-dialog';
import { RejectDialog } from './reject-dialog';
import type { Decidable, ReviewType } from './review-kinds';
import { type Decisions, useDecisions } from './use-decisions';

interface RowDecisionsProps {
  kind: ReviewType;
  review: Decidable;
  /** Why it cannot be approved yet. */
  blocked?: string | null;
}

/** The decision in a row of a list. */
export function RowDecisions({ kind, review, blocked = null }: RowDecisionsProps) {
  const decisions = useDecisions(kind, review, blocked);
  return <DecisionButtons kind={kind} review={review} decisions={decisions} size="small" />;
}

interface DecisionButtonsProps {
  kind: ReviewType;
  review: Decidable;
  decisions: Decisions;
  /** `large` beside the case itself, `small` in a row of a list. */
  size: 'small' | 'large';
}

/** Approve, reject with a reason, or ask for a document again beside the case itself: whatever of it the server allows. */
export function DecisionButtons({ kind, review: { mayNot, fullName, firstApproval = null }, decisions, size }: DecisionButtonsProps) {
  const { isAllowed, may, blocked, running } = decisions;
  if (!isAllowed) return null;
  if (decisions.mayUndo) {
    return (
      <Button size={size === 'small' ? 'small' : 'medium'} icon={<Undo2 size={15} aria-hidden="true" />} onClick={decisions.undo}>
        Undo <span className="visually-hidden">the decision about {fullName}</span>
      </Button>
    );
  }
  if (!may.approve && !may.reject) return <span className={styles.none}>{mayNot ?? 'Decided'}</span>;

  const approve = running === 'approve' ? kind.running.approve : 'Approve';
  const reject = running === 'reject' ? kind.running.reject : 'Reject';
  const common = { size: size === 'small' ? 'small' : 'medium', disabled: running !== null } as const;
  return (
    <span className={size === 'small' ? styles.buttons : styles.large}>
      {may.approve && (
        <Button
          {...common}
          look="primary"
          icon={<Check size={15} aria-hidden="true" />}
          busy={running === 'approve'}
          disabled={running !== null || blocked !== null}
          aria-label={`${approve} ${fullName}`}
          title={blocked ?? undefined}
          onClick={decisions.approve}
        >
          {approve}
        </Button>
      )}
      {may.reject && (
        <Button
          {...common}
          look="danger"
          icon={<X size={15} aria-hidden="true" />}
          busy={running === 'reject'}
          aria-label={`${reject} ${fullName}`}
          onClick={() => decisions.ask()}
        >
          {reject}
        </Button>
      )}
      {may.ask && size === 'large' && (
        <Button {...common} icon={<FileQuestionMark size={15} aria-hidden="true" />} busy={running === 'ask'} onClick={decisions.askAgain}>
          {running === 'ask' ? 'Asking…' : 'Ask for a document again'}
        </Button>
      )}
      {decisions.isAskingAgain && (
        <AskDialog
          name={fullName}
          hasFirstApproval={firstApproval !== null}
          busy={running === 'ask'}
          problem={decisions.problem}
          onClose={decisions.close}
          onAsk={decisions.request}
        />
      )}
      {decisions.asking && (
        <RejectDialog
          kind={kind}
          name={fullName}
          choice={decisions.asking.choice}
          busy={running === 'reject'}
          problem={decisions.problem}
          onClose={decisions.close}
          onReject={decisions.reject}
        />
      )}
    </span>
  );
}
