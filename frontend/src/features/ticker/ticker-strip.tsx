import { Search } from 'lucide-react';
import { type ComponentType, memo, useState } from 'react';
import { Change, PairName, priceText } from './pair-figures';
import { TickerState } from './ticker-state';
import { t } from '../../lib/i18n/texts';
import styles from './ticker-strip.module.css';
import { usePair, useTickerStatus, useTopPairs } from './use-ticker';

type AllPairs = ComponentType<{ onClose: () => void }>;

/** Last prices of the pairs with the highest turnover, as a thin strip. It stands still: whoever wants to see more moves it. */
export function TickerStrip() {
  const status = useTickerStatus();
  const pairs = useTopPairs();
  const [Dialog, setDialog] = useState<AllPairs | null>(null);
  const [failed, setFailed] = useState(false);
  const open = () =>
    import('./all-pairs').then(
      (loaded) => {
        setFailed(false);
        setDialog(() => loaded.AllPairs);
      },
      () => setFailed(true),
    );
  return (
    <section className={styles.strip} aria-label={t('ticker.title')}>
      <div className={styles.inner}>
        {pairs.length > 0 && (
          <div className={styles.scroller} role="region" aria-label={t('ticker.prices')} tabIndex={0}>
            <ul className={`${styles.pairs} ${status.stale ? styles.stale : ''}`}>
              {pairs.map((symbol) => (
                <Pair key={symbol} symbol={symbol} />
              ))}
            </ul>
          </div>
        )}
        <TickerState status={status} problem={failed ? t('ticker.allPairsFailed') : null} />
        <button type="button" className={styles.all} aria-haspopup="dialog" onClick={() => void open()}>
          <Search size={16} aria-hidden="true" />
          <span>{t('ticker.allPairs')}</span>
        </button>
      </div>
      {Dialog && <Dialog onClose={() => setDialog(null)} />}
    </section>
  );
}

const Pair = memo(function Pair({ symbol }: { symbol: string }) {
  const row = usePair(symbol);
  if (!row) return null;
  const [, price, change] = row;
  return (
    <li className={styles.pair}>
      <span className={styles.name}>
        <PairName symbol={symbol} />
      </span>{' '}
      <span className={styles.price}>{priceText(price)}</span> <Change value={change} />
    </li>
  );
});
