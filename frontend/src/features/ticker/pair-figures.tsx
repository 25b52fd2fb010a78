import { change, fixed, signOf } from '../../lib/format/decimal';
import styles from './pair-figures.module.css';

const PLACES = 8;
const QUOTE = 'USDT';

/** BTC/USDT for the venue's BTCUSDT. Every pair of the ticker is quoted in USDT. */
export function PairName({ symbol }: { symbol: string }) {
  return (
    <>
      {symbol.slice(0, -QUOTE.length)}
      <span className={styles.quote}>/{QUOTE}</span>
    </>
  );
}

export const priceText = (price: string) => fixed(price, PLACES);

/** A change over 24 hours: green above 0 and red otherwise, and said by sign and arrow as well. */
export function Change({ value }: { value: string }) {
  const sign = signOf(value);
  return (
    <span className={`${styles.change} ${sign > 0 ? styles.up : styles.down}`}>
      <span className={styles.arrow} aria-hidden="true">
        {sign > 0 ? '▲' : sign < 0 ? '▼' : '•'}
      </span>{' '}
      {change(value)}
    </span>
  );
}
