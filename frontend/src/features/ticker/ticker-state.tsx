import styles from './ticker-state.module.css';
import type { TickerStatus } from './ticker-store';

function ago(seconds: number): string {
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3600)} h`;
}

/** What is to be said about the prices; nothing while all is well. Readers are told of the state, and not of each second that it lasts. */
export function TickerState({ status: { waiting, error, stale, age }, problem = null }: { status: TickerStatus; problem?: string | null }) {
  return (
    <p className={styles.state}>
      <span role="status">
        {waiting && 'Loading...'}
        {error !== null && <span className={styles.error}>{`Error: ${error} `}</span>}
        {stale && <span className={styles.mark}>Stale</span>}
        {problem}
      </span>{' '}
      {age !== null && <span className={styles.age}>{`${stale ? '' : '· '}prices of ${ago(age)} ago`}</span>}
    </p>
  );
}
