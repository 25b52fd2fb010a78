import { useEffect, useState } from 'react';
import { leftToRight } from '../../lib/format/decimal';
import { Trans } from '../../lib/i18n/trans';
import { type InvoicePayment, quoteMillisecondsLeft } from '../../lib/invoice-payment';
import type { QuoteWire } from '../../lib/wire/types';
import styles from './invoice-payment.module.css';

const SOON_SECONDS = 60;
const two = (value: number) => String(value).padStart(2, '0');

interface CountdownProps {
  payment: Pick<InvoicePayment, 'now' | 'askedAt'>;
  quote: Pick<QuoteWire, 'id' | 'endsAt'>;
  /** Whether less than a minute is left. */
  onSoon: (isSoon: boolean) => void;
  onEnd: (quoteId: string) => void;
}

/** The time a price is still locked for. It is not read out each second: the page says when it is about to end. */
export function Countdown({ payment, quote, onSoon, onEnd }: CountdownProps) {
  const { now, askedAt } = payment;
  const [milliseconds, setMilliseconds] = useState(() => quoteMillisecondsLeft(payment, quote.endsAt));
  useEffect(() => {
    const look = () => setMilliseconds(quoteMillisecondsLeft({ now, askedAt }, quote.endsAt));
    look();
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [now, askedAt, quote.endsAt]);
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  const isSoon = seconds <= SOON_SECONDS;
  useEffect(() => onSoon(isSoon), [isSoon, onSoon]);
  useEffect(() => {
    if (seconds === 0) onEnd(quote.id);
  }, [seconds, quote.id, onEnd]);
  return (
    <p className={isSoon ? `${styles.countdown} ${styles.soon}` : styles.countdown}>
      <Trans
        id="pay.countdown.left"
        tags={{
          time: (
            <strong role="timer" className={styles.clock}>
              {leftToRight(`${Math.floor(seconds / 60)}:${two(seconds % 60)}`)}
            </strong>
          ),
        }}
      />
    </p>
  );
}
