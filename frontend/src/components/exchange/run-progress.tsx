import { count } from '../../lib/format/decimal';
import type { DatasetWire, SyncProgressWire, SyncRunStateWire } from '../../lib/wire/types';
import { datasetNames } from './coverage';
import styles from './run-progress.module.css';

/** How far a sync is: a bar over everything known so far, and each data set in words. */
export function RunProgress({ state, progress }: { state: SyncRunStateWire; progress: SyncProgressWire }) {
  const parts = Object.entries(progress).filter(([, { of }]) => of > 0);
  const done = parts.reduce((sum, [, part]) => sum + part.done, 0);
  const of = parts.reduce((sum, [, part]) => sum + part.of, 0);
  const words = parts
    .map(([dataset, part]) => `${(datasetNames[dataset as DatasetWire] ?? dataset).toLowerCase()} ${count(part.done)} of ${count(part.of)}`)
    .join(' · ');
  return (
    <div className={styles.progress} role="status">
      <p className={styles.words}>
        {state === 'queued' ? 'Waiting for its turn' : words === '' ? 'Reading balances and positions' : `Reading ${words}`}
      </p>
      <div className={styles.track}>
        <span style={{ width: `${of === 0 ? 2 : Math.max(2, Math.floor((done / of) * 100))}%` }} />
      </div>
    </div>
  );
}
