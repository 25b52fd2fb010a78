import { ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Moment } from '../../components/exchange/figures';
import { Badge } from '../../components/feedback/badge';
import { buttonClass } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import type { FirstApprovalWire, KycReviewWire, ReviewCaseWire, ReviewDecisionWire, ServiceLevelWire } from '../../lib/wire/types';
import { Allowed } from '../access/allowed';
import { DecisionButtons } from './decision-buttons';
import { documentNames } from './document-names';
import { RetryButton } from './retry-button';
import type { ReviewType } from './review-kinds';
import { ServiceBadge } from './service-badge';
import { statusWords } from './status-words';
import type { Decisions } from './use-decisions';
import styles from './workbench.module.css';

type Reviewed = ReviewDecisionWire &
  Pick<ReviewCaseWire, 'queue'> &
  Partial<ServiceLevelWire & Pick<KycReviewWire, 'scheduled' | 'firstApproval' | 'takesTwo' | 'asked' | 'resubmittedAt'>> & {
    id: string;
    fullName: string;
    submittedAt: string;
  };

/** What has been decided, or what can be; and after that the next in the queue. */
export function DecisionCard({ kind, review, decisions }: { kind: ReviewType; review: Reviewed; decisions: Decisions }) {
  const { status, may, mayNot, queue, scheduled = null, firstApproval = null, takesTwo = false, asked = null } = review;
  const { tone, words } = asked ? waitsForMember : statusWords[status];
  const isWaiting = status === 'pending';
  return (
    <Card title="Decision" aside={<Badge tone={tone}>{words}</Badge>}>
      <div className={styles.decision}>
        {scheduled ? (
          <p>
            {scheduledWords[scheduled.decision]} by {scheduled.self ? 'you' : scheduled.fullName}. You can still undo this.
          </p>
        ) : asked ? (
          <p className={styles.hint}>
            Asked for the {documentNames[asked.document]} <Moment at={asked.at} />. The case returns to the queue when the member sends it.
            You can also decide without it.
          </p>
        ) : isWaiting ? (
          <p className={styles.hint}>
            Waiting since <Moment at={review.submittedAt} />. <ServiceBadge {...review} />
            {review.resubmittedAt != null && (
              <>
                {' '}
                Resubmitted <Moment at={review.resubmittedAt} />.
              </>
            )}
          </p>
        ) : (
          <Verdict review={review} />
        )}
        {mayNot !== null && <Notice kind="warn" title={mayNot} />}
        {isWaiting && takesTwo && <p className={styles.hint}>{twoReviewers(firstApproval)}</p>}
        {(may.includes('approve') || may.includes('reject') || may.includes('undo')) && (
          <DecisionButtons kind={kind} review={review} decisions={decisions} size="large" />
        )}
        {decisions.may.approve && decisions.blocked !== null && <p className={styles.hint}>{decisions.blocked}</p>}
        {may.includes('allow-retry') && (
          <Allowed to={kind.permission}>
            <RetryButton kind={kind} review={review} />
          </Allowed>
        )}
        {(!isWaiting || scheduled !== null || asked !== null) && <NextLink kind={kind} queue={queue} />}
      </div>
    </Card>
  );
}

const waitsForMember = { tone: 'warn', words: 'Waiting for the member' } as const;
const scheduledWords = { approve: 'Approved', reject: 'Rejected', ask: 'Asked for a document again' } as const;

function twoReviewers(first: FirstApprovalWire | null): string {
  if (first === null) return 'Clients of the fund are approved by two reviewers. You would be the first.';
  return first.self ? 'You have approved this client of the fund.' : `${first.fullName} has approved. Your approval is the second of two.`;
}

function Verdict({ review: { decidedAt, decidedBy, reason, final, reopenedAt } }: { review: Reviewed }) {
  return (
    <>
      <p className={styles.hint}>
        Decided <Moment at={decidedAt} />
        {decidedBy && ` by ${decidedBy.fullName}`}.
      </p>
      {reason !== null && <blockquote className={styles.quote}>{reason}</blockquote>}
      {final && (
        <p>
          {reopenedAt === null ? (
            'Final: the member cannot submit again.'
          ) : (
            <>
              It was final. Another submission was allowed <Moment at={reopenedAt} />.
            </>
          )}
        </p>
      )}
    </>
  );
}

/** Takes the focus that the pressed button has left behind, so that Enter goes on. */
function NextLink({ kind, queue: { next, waiting } }: { kind: ReviewType; queue: Reviewed['queue'] }) {
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    // Nothing has it, or the screen as a whole: a key was pressed.
    if (activeElement === document.body || activeElement?.id === 'main') link.current?.focus();
  }, []);
  if (next === null) {
    return (
      <p>
        {waiting === 0 ? 'Nothing else is waiting.' : 'All other cases are with other reviewers.'}{' '}
        <Link ref={link} to={kind.list}>
          {kind.listTitle}
        </Link>
      </p>
    );
  }
  return (
    <Link ref={link} to={kind.path(next)} className={buttonClass({ look: 'primary' })}>
      Next in queue ({waiting} waiting)
      <ChevronRight size={16} aria-hidden="true" />
    </Link>
  );
}
