import type { ReactNode } from 'react';
import { exact } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { Moment } from '../exchange/figures';
import { closureOf, momentOf } from './prices';
import { Direction, Level } from './signal-cells';
import styles from './signal.module.css';

/** Everything a signal says, in the order in which one decides: what, at which prices, how much, and why. */
export function SignalFacts({ signal }: { signal: SignalWire }) {
  const level = (price: string) => <Level price={price} entry={signal.entryPrice} />;
  return (
    <>
      <Section
        title="The idea"
        facts={[
          ['Asset', signal.asset],
          [
            'Trade type',
            <span key="type" className={styles.inline}>
              {signal.tradeType} <Direction side={signal.side} />
            </span>,
          ],
          ['Time frame', signal.timeFrame],
          ['Date and time', momentOf(signal)],
          ['Projected closure', closureOf(signal.projectedDateOfClosure)],
          ['Published', <Moment key="published" at={signal.publishedAt} />],
        ]}
      />
      <Section
        title="Prices"
        facts={[
          ['Take profit 3', level(signal.takeProfit3)],
          ['Take profit 2', level(signal.takeProfit2)],
          ['Take profit 1', level(signal.takeProfit1)],
          ['Entry price', exact(signal.entryPrice)],
          ['Current price', level(signal.currentPrice)],
          ['Stop loss', level(signal.stopLoss)],
          ['Trailing stop loss', signal.trailingStopLoss],
        ]}
      />
      <Section
        title="Risk"
        facts={[
          ['Risk level', signal.riskLevel],
          ['Leverage', signal.leverage],
          ['Recommended position size', signal.recommendedPositionSize],
          ['Duration', signal.duration],
        ]}
      />
      <section>
        <h3>Why</h3>
        <p className={styles.text}>{signal.marketCondition}</p>
        <p className={styles.text}>{signal.signalMessage}</p>
      </section>
      <p className={styles.small}>
        Percentages are distances from the entry price, before fees and leverage. “Current price” is the one when the signal was written.
      </p>
    </>
  );
}

function Section({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
