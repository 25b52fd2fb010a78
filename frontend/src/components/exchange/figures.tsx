import { ArrowDown, ArrowUp } from 'lucide-react';
import { exact, magnitude, money, signOf, withSign } from '../../lib/format/decimal';
import { t } from '../../lib/i18n/texts';
import styles from './figures.module.css';
import { Hideable, useAmounts } from '../amounts/hideable';
import { useMoney } from '../money/money';
import { asWords } from './transfer-words';

export { Moment } from './moment';

/** Money, which arrives in USDT. Unknown is a dash with its reason. */
export function Usdt({ value, unknown }: { value: string | null; unknown?: string }) {
  const { isHidden } = useAmounts();
  const { text, exactly } = useMoney();
  const full = value !== null && !isHidden ? exactly(value) : undefined;
  return (
    <span title={value === null ? (unknown ?? t('exchange.unknown.price')) : full}>
      <Hideable>{text(value)}</Hideable>
    </span>
  );
}

/** A quantity of a coin with the venue's digits, a dash where it is unknown. `places`: decimals that are always written. */
export function Quantity({ value, unit = '', places = 0 }: { value: string | null; unit?: string; places?: number }) {
  const quantity = <Hideable>{exact(value, places)}</Hideable>;
  return unit === '' ? (
    quantity
  ) : (
    <>
      {quantity} {unit}
    </>
  );
}

/** A gain or a loss: sign and arrow beside the colour. */
export function Gain({ value }: { value: string }) {
  const sign = signOf(value);
  const { isHidden } = useAmounts();
  const full = isHidden ? undefined : exact(value);
  const figure = <Hideable>{money(magnitude(value))}</Hideable>;
  if (sign === 0) return <span title={full}>{figure}</span>;
  const Arrow = sign > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={sign > 0 ? styles.up : styles.down} title={full}>
      <Arrow size={13} aria-hidden="true" />
      <span>
        {withSign(sign, '')}
        {figure}
      </span>
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
