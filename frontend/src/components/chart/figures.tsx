import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { exact, magnitude, money, signed, signOf, UNKNOWN, withSign } from '../../lib/format/decimal';
import type { Figure } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
import { Hideable, useAmounts } from '../amounts/hideable';
import { useMoney } from '../money/money';
import styles from './figures.module.css';

/** A fraction as a percentage with its sign: 0.134 is "+13.40%". */
export function percentText(fraction: string): string {
  const rounded = money(`${magnitude(fraction)}e2`);
  return t('common.format.percent', { figure: signed(fraction, rounded) });
}

/** A figure with two decimals and its sign: "+1 240.00". */
export function signedMoney(value: string): string {
  return signed(value, money(magnitude(value)));
}

/** Unknown: a dash whose reason is read on hover and by readers alike. */
export function Unknown({ reason }: { reason: string | null }) {
  return (
    <span title={reason ?? undefined}>
      <span aria-hidden="true">{UNKNOWN}</span>
      <span className="visually-hidden">{t('chart.unknown', { reason: reason ?? '' })}</span>
    </span>
  );
}

/** Up or down: sign and arrow beside the colour. */
function Moved({ sign, title, children }: { sign: -1 | 0 | 1; title?: string | undefined; children: ReactNode }) {
  const Arrow = sign > 0 ? ArrowUp : ArrowDown;
  return (
    <span className={sign > 0 ? styles.up : sign < 0 ? styles.down : styles.flat} title={title}>
      {sign !== 0 && <Arrow size="0.9em" aria-hidden="true" />}
      {children}
    </span>
  );
}

/** A return as a percentage. */
export function Percent({ figure }: { figure: Figure }) {
  if (figure.value === null) return <Unknown reason={figure.reason} />;
  const text = percentText(figure.value);
  return (
    <Moved sign={/[1-9]/.test(text) ? signOf(figure.value) : 0} title={t('common.format.percent', { figure: exact(`${figure.value}e2`) })}>
      {text}
    </Moved>
  );
}

/** A gain or a loss, which arrives in USDT. */
export function Profit({ figure }: { figure: Figure }) {
  const { isHidden } = useAmounts();
  const { signedText, exactly } = useMoney();
  if (figure.value === null) return <Unknown reason={figure.reason} />;
  const text = signedText(figure.value);
  const sign = /[1-9]/.test(text) ? signOf(figure.value) : 0;
  if (!isHidden)
    return (
      <Moved sign={sign} title={exactly(figure.value)}>
        {text}
      </Moved>
    );
  return (
    <Moved sign={sign}>
      <span>
        {withSign(sign, '')}
        <Hideable>{text}</Hideable>
      </span>
    </Moved>
  );
}
