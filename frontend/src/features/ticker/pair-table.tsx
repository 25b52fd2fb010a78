import { memo, useEffect, useRef, useState } from 'react';
import { Change, PairName, priceText } from './pair-figures';
import { t } from '../../lib/i18n/texts';
import styles from './pair-table.module.css';
import { usePair } from './use-ticker';

/** As in the style sheet. */
const ROW = 44;
const HEAD = 40;
/** Rows ready above and below what can be seen. */
const SPARE = 8;

interface View {
  first: number;
  many: number;
}

/** Which rows can be seen. It moves in steps, so that scrolling by a few pixels renders nothing. */
function useView(count: number): [ref: React.RefObject<HTMLDivElement | null>, view: View] {
  const frame = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<View>({ first: 0, many: 4 * SPARE });
  useEffect(() => {
    const box = frame.current;
    if (!box) return;
    const look = () => {
      const first = Math.max(0, (Math.floor(box.scrollTop / ROW / SPARE) - 1) * SPARE);
      const many = Math.ceil(box.clientHeight / ROW) + 3 * SPARE;
      setView((before) => (before.first === first && before.many === many ? before : { first, many }));
    };
    const size = new ResizeObserver(look);
    size.observe(box);
    box.addEventListener('scroll', look, { passive: true });
    return () => {
      size.disconnect();
      box.removeEventListener('scroll', look);
    };
  }, []);
  const first = Math.min(view.first, Math.max(0, count - view.many));
  return [frame, { first, many: view.many }];
}

/** Thousands of pairs as a table, of which only the rows that can be seen are in the page. */
export function PairTable({ pairs, stale }: { pairs: readonly string[]; stale: boolean }) {
  const [frame, { first, many }] = useView(pairs.length);
  const shown = pairs.slice(first, first + many);
  const below = pairs.length - first - shown.length;
  return (
    <div ref={frame} className={styles.frame} role="region" aria-label={t('pairs.table.pairs')} tabIndex={0}>
      <table
        className={`${styles.table} ${stale ? styles.stale : ''}`}
        aria-rowcount={pairs.length + 1}
        style={{ height: HEAD + pairs.length * ROW }}
      >
        <thead>
          <tr aria-rowindex={1}>
            <th scope="col">{t('pairs.table.pair')}</th>
            <th scope="col">{t('pairs.table.price')}</th>
            <th scope="col">{t('pairs.table.change')}</th>
          </tr>
        </thead>
        <tbody>
          {first > 0 && <tr aria-hidden="true" style={{ height: first * ROW }} />}
          {shown.map((symbol, at) => (
            <Row key={symbol} symbol={symbol} index={first + at + 2} />
          ))}
          {below > 0 && <tr aria-hidden="true" style={{ height: below * ROW }} />}
        </tbody>
      </table>
    </div>
  );
}

const Row = memo(function Row({ symbol, index }: { symbol: string; index: number }) {
  const row = usePair(symbol);
  return (
    <tr aria-rowindex={index} className={styles.row}>
      <th scope="row">
        <PairName symbol={symbol} />
      </th>
      <td>{row && priceText(row[1])}</td>
      <td>{row && <Change value={row[2]} />}</td>
    </tr>
  );
});
