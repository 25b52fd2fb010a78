import type { ReactNode } from 'react';
import type { RaRecord } from 'react-admin';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import type { ReviewCaseWire, ReviewDecisionWire } from '../../lib/wire/types';
import { ErasureBadge } from '../users/user-columns';
import { DecisionCard } from './decision-card';
import { OthersCard } from './others-card';
import { QueueBar } from './queue-bar';
import type { ReviewType } from './review-kinds';
import { useReviewCase } from './use-review-case';
import { useWatchers } from './use-watchers';
import { Watchers } from './watchers';
import styles from './workbench.module.css';

export type ReviewRecord = RaRecord &
  ReviewDecisionWire &
  ReviewCaseWire & { id: string; userId: string; fullName: string; submittedAt: string };

interface WorkbenchProps<R extends ReviewRecord> {
  kind: ReviewType;
  id: string;
  title: (name: string) => string;
  documents: (review: R) => ReactNode;
  /** What the documents are compared with. */
  facts: (review: R) => ReactNode;
}

/** One case on the table: the documents beside what the member typed, the decision, and the way on. */
export function Workbench<R extends ReviewRecord>({ kind, id, title, documents, facts }: WorkbenchProps<R>) {
  const { review, error, refetch } = useReviewCase<R>(kind, id);
  const presence = useWatchers(kind, id, review !== undefined);
  const isFailed = error != null && review === undefined;
  return (
    <Screen
      title={review ? title(review.fullName) : kind.listTitle}
      intro={review?.restricted && <ErasureBadge erasure="restricted" />}
      actions={review && <QueueBar kind={kind} queue={review.queue} />}
    >
      <Watchers {...presence} />
      {isFailed ? (
        <Card>
          <ErrorState title="This case could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className={styles.bench} aria-busy={review === undefined}>
          <div className={styles.stack}>{review ? documents(review) : <Loading height={420} />}</div>
          <div className={styles.stack}>
            {review ? (
              <>
                <DecisionCard kind={kind} review={review} />
                {facts(review)}
                <OthersCard kind={kind} others={review.others} />
              </>
            ) : (
              <Loading height={320} />
            )}
          </div>
        </div>
      )}
    </Screen>
  );
}

function Loading({ height }: { height: number }) {
  return (
    <Card>
      <Skeleton height={height} />
    </Card>
  );
}
