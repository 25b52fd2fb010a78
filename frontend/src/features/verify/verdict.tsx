import type { LogHead } from '../../../../scripts/verify-log.mjs';
import { Moment } from '../../components/exchange/figures';
import { Button } from '../../components/feedback/button';
import { Notice } from '../../components/feedback/notice';
import { EmptyState, ErrorState } from '../../components/feedback/states';
import type { CheckState } from './use-log-check';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import styles from './verify.module.css';

function Agreement({ head, seen }: { head: LogHead | null; seen: LogHead | null }) {
  if (!head) return <p>{t('verify.verdict.unsigned')}</p>;
  return (
    <p>
      {seen ? (
        <Trans id="verify.verdict.seen" values={{ number: seen.number }} tags={{ moment: <Moment at={seen.signedAt} /> }} />
      ) : (
        t('verify.verdict.remembered')
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
          {state.progress ? t('verify.verdict.checked', { count: leaves, total: Math.max(leaves, of) }) : t('verify.verdict.reading')}
        </p>
        <progress
          aria-labelledby="check-step"
          className={styles.bar}
          {...(state.progress && { max: Math.max(leaves, of, 1), value: leaves })}
        />
      </div>
    );
  }
  if (state.step === 'failed') return <ErrorState title={t('verify.verdict.failed')} error={state.error} onRetry={onAgain} />;

  const { report, seen } = state;
  if (report.leaves.length === 0 && report.faults.length === 0) {
    return <EmptyState title={t('verify.verdict.empty')}>{t('verify.verdict.emptyText')}</EmptyState>;
  }
  return (
    <div className={styles.verdict}>
      {report.faults.length > 0 ? (
        <Notice kind="error" live title={t('verify.verdict.faults', { count: report.faults.length })}>
          <ul>
            {report.faults.map((fault) => (
              <li key={fault}>{fault}</li>
            ))}
          </ul>
          <p className={styles.after}>{t('verify.verdict.faultsText')}</p>
        </Notice>
      ) : (
        <Notice kind="success" live title={t('verify.verdict.right')}>
          <Agreement head={report.head} seen={seen} />
        </Notice>
      )}
      <div>
        <Button size="small" onClick={onAgain}>
          {t('verify.verdict.again')}
        </Button>
      </div>
    </div>
  );
}
