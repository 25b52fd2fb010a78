import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { ErrorState, Skeleton } from '../../components/feedback/states';
import { Card, Screen } from '../../components/layout/screen';
import type { ReviewCaseWire } from '../../lib/wire/types';
import { ErasureBadge } from '../users/user-columns';
import { DecisionCard } from './decision-card';
import { KeysDialog } from './keys-dialog';
import { NextPictures } from './next-pictures';
import { OthersCard } from './others-card';
import { QueueBar } from './queue-bar';
import type { ReviewRecord, ReviewType } from './review-kinds';
import { undoable } from './undoable';
import { useCaseKeys } from './use-case-keys';
import { useDecisions } from './use-decisions';
import { useRejectionReasons } from './use-rejection-reasons';
import { useReviewCase } from './use-review-case';
import { useShortcuts } from './use-shortcuts';
import { useWatchers } from './use-watchers';
import { Watchers } from './watchers';
import styles from './workbench.module.css';

interface CaseParts<R extends ReviewRecord> {
  kind: ReviewType;
  title: (name: string) => string;
  /** `onOpened`: called with the name of a document once it is shown. */
  documents: (review: R, onOpened: (document: string) => void) => ReactNode;
  /** What the documents are compared with. `shortcuts`: single keys act. */
  facts: (review: R, shortcuts: boolean) => ReactNode;
  /** The documents stand side by side where there is room. */
  pair?: boolean;
  /** Why the case cannot be approved yet. `here`: the documents that this page has shown. */
  blocked?: (review: R, here: ReadonlySet<string>) => string | null;
  /** Pictures of a case that are loaded before it is opened. */
  pictures?: (review: R) => readonly string[];
}

type WorkbenchProps<R extends ReviewRecord> = CaseParts<R> & { id: string };

/** One case on the table: the documents beside what the member typed, the decision, and the way on. */
export function Workbench<R extends ReviewRecord>({ kind, id, pair = false, ...parts }: WorkbenchProps<R>) {
  const { review, error, refetch } = useReviewCase<R>(kind, id);
  const presence = useWatchers(kind, id, review !== undefined);
  const [shortcuts, setShortcuts] = useShortcuts();
  const [isHelping, setHelping] = useState(false);
  const [opened, setOpened] = useState<ReadonlySet<string>>(NONE);
  const navigate = useNavigate();
  const next = review ? nextOf(review.queue) : null;
  const goOn = () => {
    if (!kind.canUndo || next === null) return false;
    void navigate(kind.path(next));
    return true;
  };
  const decisions = useDecisions(kind, review ?? nothing(id), (review && parts.blocked?.(review, opened)) ?? null, goOn);
  // Read before they are asked for: a number and Enter reject at once.
  useRejectionReasons(kind.name, { enabled: decisions.may.reject });
  useCaseKeys(kind, review?.queue, decisions, { isOn: shortcuts, onHelp: () => setHelping(true) });
  return (
    <Screen
      title={review ? parts.title(review.fullName) : kind.listTitle}
      intro={review?.restricted && <ErasureBadge erasure="restricted" />}
      actions={
        review && (
          <QueueBar kind={kind} queue={review.queue} shortcuts={shortcuts} onShortcuts={setShortcuts} onHelp={() => setHelping(true)} />
        )
      }
    >
      <Watchers {...presence} />
      {error != null && review === undefined ? (
        <Card>
          <ErrorState title="This case could not be loaded" error={error} onRetry={() => void refetch()} />
        </Card>
      ) : (
        <div className={pair ? `${styles.bench} ${styles.wide}` : styles.bench} aria-busy={review === undefined}>
          <div className={pair ? `${styles.stack} ${styles.pair}` : styles.stack}>
            {review ? (
              parts.documents(review, (document) => setOpened((before) => new Set([...before, document])))
            ) : (
              <Loading height={420} />
            )}
          </div>
          <div className={styles.stack}>
            {review ? (
              <>
                <DecisionCard kind={kind} review={review} decisions={decisions} />
                {parts.facts(review, shortcuts)}
                <OthersCard kind={kind} others={review.others} />
              </>
            ) : (
              <Loading height={320} />
            )}
          </div>
        </div>
      )}
      {isHelping && <KeysDialog kind={kind} onClose={() => setHelping(false)} />}
      {next !== null && parts.pictures && <NextPictures<R> key={next} kind={kind} id={next} pictures={parts.pictures} />}
    </Screen>
  );
}

const NONE: ReadonlySet<string> = new Set();

/** The next case that was not decided on this page a moment ago, when this record may have been read already. */
const nextOf = ({ next, after }: ReviewCaseWire['queue']) => [next, after].find((id) => id !== null && !undoable.isDecided(id)) ?? null;

/** While the case is loading nothing can be decided. */
const nothing = (id: string) => ({ id, fullName: '', may: [], mayNot: null });

function Loading({ height }: { height: number }) {
  return (
    <Card>
      <Skeleton height={height} />
    </Card>
  );
}
