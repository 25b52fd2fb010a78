import { ArrowDown, ArrowUp } from 'lucide-react';
import { exact, magnitude, money, signOf, withSign } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import styles from './figures.module.css';
import { asWords } from './transfer-words';

export { Moment } from './moment';

/** Money in USDT. Unknown is a dash with its reason. */
export function Usdt({ value, unknown }: { value: string | null; unknown?: string }) {
  return <span title={value === null ? (unknown ?? t('exchange.unknown.price')) : exact(value)}>{money(value)}</span>;
}

/** A gain or a loss: sign and arrow beside the colour. */
export function Gain({ value }: { value: string }) {
  const sign = signOf(value);
  if (sign === 0) return <span title={exact(value)}>{money(value)}</span>;
  const Arrow = sign > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={sign > 0 ? styles.up : styles.down} title={exact(value)}>
      <Arrow size={13} aria-hidden="true" />
      {withSign(sign, money(magnitude(value)))}
    </span>
  );
}

const sides = { BUY: 'exchange.side.buy', SELL: 'exchange.side.sell', LONG: 'exchange.side.long', SHORT: 'exchange.side.short' } as const;
const buying = ['BUY', 'LONG'];

const isSide = (value: string): value is keyof typeof sides => Object.hasOwn(sides, value);

/** Buy or sell, long or short, as a word in its colour. */
export function Side({ value }: { value: string }) {
  const side = value.toUpperCase();
  return <span className={buying.includes(side) ? styles.buy : styles.sell}>{isSide(side) ? t(sides[side]) : asWords(value)}</span>;
}
