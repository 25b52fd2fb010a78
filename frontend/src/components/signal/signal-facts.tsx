import type { ReactNode } from 'react';
import { exact } from '../../lib/format/decimal';
import type { SignalWire } from '../../lib/wire/types';
import { Moment } from '../exchange/figures';
import { t } from '../../lib/i18n/texts';
import { closureOf, momentOf } from './prices';
import { Direction, Level } from './signal-cells';
import { FactList } from './fact-list';
import styles from './signal.module.css';

/** Everything a signal says, in the order in which one decides: what, at which prices, how much, and why. */
export function SignalFacts({ signal }: { signal: SignalWire }) {
  const level = (price: string) => <Level price={price} entry={signal.entryPrice} />;
  return (
    <>
      <Section
        title={t('signals.facts.idea')}
        facts={[
          [t('signals.facts.asset'), signal.asset],
          [
            t('signals.facts.tradeType'),
            <span key="type" className={styles.inline}>
              <bdi>{signal.tradeType}</bdi> <Direction side={signal.side} />
            </span>,
          ],
          [t('signals.facts.timeFrame'), <bdi key="timeFrame">{signal.timeFrame}</bdi>],
          [t('signals.facts.dateTime'), momentOf(signal)],
          [t('signals.facts.closure'), closureOf(signal.projectedDateOfClosure)],
          [t('signals.facts.published'), <Moment key="published" at={signal.publishedAt} />],
        ]}
      />
      <Section
        title={t('signals.facts.prices')}
        facts={[
          [t('signals.facts.takeProfit3'), level(signal.takeProfit3)],
          [t('signals.facts.takeProfit2'), level(signal.takeProfit2)],
          [t('signals.facts.takeProfit1'), level(signal.takeProfit1)],
          [t('signals.facts.entryPrice'), exact(signal.entryPrice)],
          [t('signals.facts.currentPrice'), level(signal.currentPrice)],
          [t('signals.facts.stopLoss'), level(signal.stopLoss)],
          [t('signals.facts.trailingStop'), <bdi key="trailingStopLoss">{signal.trailingStopLoss}</bdi>],
        ]}
      />
      <Section
        title={t('signals.facts.risk')}
        facts={[
          [t('signals.facts.riskLevel'), <bdi key="riskLevel">{signal.riskLevel}</bdi>],
          [t('signals.facts.leverage'), <bdi key="leverage">{signal.leverage}</bdi>],
          [t('signals.facts.size'), <bdi key="recommendedPositionSize">{signal.recommendedPositionSize}</bdi>],
          [t('signals.facts.duration'), <bdi key="duration">{signal.duration}</bdi>],
        ]}
      />
      <section>
        <h3>{t('signals.facts.why')}</h3>
        <p className={styles.text} dir="auto">
          {signal.marketCondition}
        </p>
        <p className={styles.text} dir="auto">
          {signal.signalMessage}
        </p>
      </section>
      <p className={styles.small}>{t('signals.facts.note')}</p>
    </>
  );
}

function Section({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <FactList facts={facts} />
    </section>
  );
}
