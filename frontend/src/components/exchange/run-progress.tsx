import { count } from '../../lib/format/decimal';
import type { DatasetWire, SyncProgressWire, SyncRunStateWire } from '../../lib/wire/types';
import { t } from '../../lib/i18n/texts';
import styles from './run-progress.module.css';

const datasets: readonly DatasetWire[] = [
  'spot_trades',
  'futures_trades',
  'futures_income',
  'deposits',
  'withdrawals',
  'movements_transfer',
  'movements_dust',
  'movements_convert',
  'movements_dividend',
];

/** "spot trades 3 of 12"; a data set that this version does not know keeps its id. */
function partText(id: string, progress: { done: string; of: string }): string {
  const dataset = datasets.find((one) => one === id);
  return dataset ? t(`exchange.reading.part.${dataset}`, progress) : t('exchange.reading.unknown', { dataset: id, ...progress });
}

/** How far a sync is: a bar over everything known so far, and each data set in words. */
export function RunProgress({ state, progress }: { state: SyncRunStateWire; progress: SyncProgressWire }) {
  const parts = Object.entries(progress).filter(([, { of }]) => of > 0);
  const done = parts.reduce((sum, [, part]) => sum + part.done, 0);
  const of = parts.reduce((sum, [, part]) => sum + part.of, 0);
  const words = parts.map(([dataset, part]) => partText(dataset, { done: count(part.done), of: count(part.of) })).join(' · ');
  return (
    <div className={styles.progress} role="status">
      <p className={styles.words}>
        {state === 'queued'
          ? t('exchange.reading.queued')
          : words === ''
            ? t('exchange.reading.balances')
            : t('exchange.reading.parts', { parts: words })}
      </p>
      <div className={styles.track}>
        <span style={{ width: `${of === 0 ? 2 : Math.max(2, Math.floor((done / of) * 100))}%` }} />
      </div>
    </div>
  );
}
