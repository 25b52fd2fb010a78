import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { exact, magnitude, money, signOf } from '../../lib/format/decimal';
import { ago, local, utc } from '../../lib/format/date';
import styles from './figures.module.css';

/** A moment in UTC, with the reader's own time on hover. */
export function Moment({ at, relative = false }: { at: string | null; relative?: boolean }) {
  const now = useMinute(relative, at);
  if (!at) return <span title="Not known yet">–</span>;
  return (
    <time dateTime={at} title={relative ? `${utc(at)} (${local(at) ?? ''})` : local(at)}>
      {relative ? ago(at, now) : utc(at)}
    </time>
  );
}

/** The present, told again each minute while somebody looks at a relative time. */
function useMinute(active: boolean, at: string | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!active) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [active, at]);
  return now;
}

/** Money in USDT. Unknown is a dash with its reason. */
export function Usdt({ value, unknown = 'The exchange gives no price for this' }: { value: string | null; unknown?: string }) {
  return <span title={value === null ? unknown : exact(value)}>{money(value)}</span>;
}

/** A gain or a loss: sign and arrow beside the colour. */
export function Gain({ value }: { value: string }) {
  const sign = signOf(value);
  if (sign === 0) return <span title={exact(value)}>{money(value)}</span>;
  const Arrow = sign > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={sign > 0 ? styles.up : styles.down} title={exact(value)}>
      <Arrow size={13} aria-hidden="true" />
      {sign > 0 ? '+' : '\u2212'}
      {money(magnitude(value))}
    </span>
  );
}

const buying = ['BUY', 'LONG'];

/** Buy or sell, long or short, as a word in its colour. */
export function Side({ value }: { value: string }) {
  const word = value === '' ? '–' : value.charAt(0).toUpperCase() + value.slice(1).toLowerCase();
  return <span className={buying.includes(value.toUpperCase()) ? styles.buy : styles.sell}>{word}</span>;
}
