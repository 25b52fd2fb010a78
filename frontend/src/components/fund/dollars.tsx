import { ArrowDown, ArrowUp } from 'lucide-react';
import { exact, signOf, withSign } from '../../lib/format/decimal';
import { dollars, signedDollars } from '../../lib/format/dollars';
import { Hideable, useAmounts } from '../amounts/hideable';
import { Unknown } from '../chart/figures';
import figures from '../chart/figures.module.css';

/** An amount of a mandate in US dollars, every digit on hover. Unknown is a dash with its reason. */
export function Dollars({ value, unknown = null }: { value: string | null; unknown?: string | null }) {
  const { isHidden } = useAmounts();
  if (value === null) return <Unknown reason={unknown} />;
  return (
    <span title={isHidden ? undefined : exact(value, 2)}>
      <Hideable>{dollars(value)}</Hideable>
    </span>
  );
}

/** A gain or a loss in US dollars: sign and arrow beside the colour. */
export function DollarGain({ value, unknown = null }: { value: string | null; unknown?: string | null }) {
  const { isHidden } = useAmounts();
  if (value === null) return <Unknown reason={unknown} />;
  const text = signedDollars(value);
  const sign = /[1-9]/.test(text) ? signOf(value) : 0;
  const Arrow = sign > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={sign > 0 ? figures.up : sign < 0 ? figures.down : figures.flat} title={isHidden ? undefined : exact(value, 2)}>
      {sign !== 0 && <Arrow size="0.9em" aria-hidden="true" />}
      {isHidden ? (
        <span>
          {withSign(sign, '')}
          <Hideable>{text}</Hideable>
        </span>
      ) : (
        text
      )}
    </span>
  );
}
