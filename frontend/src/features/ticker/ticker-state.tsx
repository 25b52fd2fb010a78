import { t } from '../../lib/i18n/texts';
import styles from './ticker-state.module.css';
import type { TickerStatus } from './ticker-store';

function ago(seconds: number): string {
  if (seconds < 120) return t('common.format.seconds', { count: seconds });
  return seconds < 7200
    ? t('common.format.minutes', { count: Math.floor(seconds / 60) })
    : t('common.format.hours', { count: Math.floor(seconds / 3600) });
}

/** What is to be said about the prices; nothing while all is well. Readers are told of the state, and not of each second that it lasts. */
export function TickerState({ status: { waiting, error, stale, age }, problem = null }: { status: TickerStatus; problem?: string | null }) {
  return (
    <p className={styles.state}>
      <span role="status">
        {waiting && t('ticker.loading')}
        {error !== null && <span className={styles.error}>{`${t('ticker.error', { reason: error })} `}</span>}
        {stale && <span className={styles.mark}>{t('ticker.stale')}</span>}
        {problem}
      </span>{' '}
      {age !== null && <span className={styles.age}>{t(stale ? 'ticker.age.stale' : 'ticker.age.error', { age: ago(age) })}</span>}
    </p>
  );
}
