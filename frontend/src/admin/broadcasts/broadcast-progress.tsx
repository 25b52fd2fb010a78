import { count } from '../../lib/format/decimal';
import type { BroadcastWire } from '../../lib/wire/types';
import styles from './broadcasts.module.css';
import { settledOf } from './broadcast-words';

/** How far a broadcast is: sent, refused for good and skipped, of all its recipients. */
export function BroadcastProgress({ broadcast }: { broadcast: BroadcastWire }) {
  const { counts, recipients, subject } = broadcast;
  const settled = settledOf(broadcast);
  const share = recipients === 0 ? 0 : Math.floor((settled / recipients) * 100);
  const words = [
    `${count(counts.sent)} of ${count(recipients)} sent`,
    ...(counts.failed_permanent > 0 ? [`${count(counts.failed_permanent)} refused`] : []),
    ...(counts.suppressed > 0 ? [`${count(counts.suppressed)} skipped`] : []),
  ].join(', ');
  return (
    <span className={styles.progress}>
      <span>{words}</span>
      <span
        className={styles.track}
        role="progressbar"
        aria-label={`Progress of “${subject}”`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={share}
        aria-valuetext={words}
      >
        <span style={{ width: `${share}%` }} />
      </span>
    </span>
  );
}
