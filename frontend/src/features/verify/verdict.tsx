import type { LogHead } from '../../../../scripts/verify-log.mjs';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import { count } from '../../lib/format/decimal';
import type { CheckState } from './use-log-check';
import styles from './verify.module.css';

function Agreement({ head, seen }: { head: LogHead | null; seen: LogHead | null }) {
  if (!head) return <p>The entries fit each other. None of them is signed yet: the first head follows within minutes.</p>;
  return (
    <p>
      No entry was changed, removed, moved or dated back since it was signed.{' '}
      {seen ? (
        <>
          The log goes on from what this browser saw last: head {seen.number} of <Moment at={seen.signedAt} />.
        </>
      ) : (
        'This browser now remembers the newest head, and holds the log against it when you come back.'
      )}
    </p>
  );
}

/** Under way, not to be had, nothing there yet, wrong or right. */
export function Verdict({ state, onAgain }: { state: CheckState; onAgain: () => void }) {
  if (state.step === 'reading') {
    const { leaves, of } = state.progress ?? { leaves: 0, of: 0 };
    return (
      <div className={styles.reading}>
        <p id="check-step" role="status">
          {state.progress ? `${count(leaves)} of ${count(Math.max(leaves, of))} entries checked` : 'Reading the log…'}
        </p>
        <progress
          aria-labelledby="check-step"
          className={styles.bar}
          {...(state.progress && { max: Math.max(leaves, of, 1), value: leaves })}
        />
      </div>
    );
  }
  if (state.step === 'failed') return <ErrorState title="The log could not be read" error={state.error} onRetry={onAgain} />;

  const { report, seen } = state;
  if (report.leaves.length === 0 && report.faults.length === 0) {
    return (
      <EmptyState title="Nothing is logged yet">The first signal that is published becomes the first entry. Come back then.</EmptyState>
    );
  }
  return (
    <div className={styles.verdict}>
      {report.faults.length > 0 ? (
        <Notice
          kind="error"
          live
          title={report.faults.length === 1 ? 'One thing does not agree' : `${count(report.faults.length)} things do not agree`}
        >
          <ul>
            {report.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
          <p className={styles.after}>Keep a copy with the script below, and ask us about it in public.</p>
        </Notice>
      ) : (
        <Notice kind="success" live title="Everything agrees">
          <Agreement head={report.head} seen={seen} />
        </Notice>
      )}
      <div>
        <Button size="small" onClick={onAgain}>
          Check again
        </Button>
      </div>
    </div>
  );
}
