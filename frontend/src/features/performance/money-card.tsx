import { Profit, Unknown } from '../../components/chart/figures';
import { Notice } from '../../components/feedback/notice';
import { Card } from '../../components/layout/screen';
import { day } from '../../lib/format/date';
import { money } from '../../lib/format/decimal';
import type { Figure, Performance } from '../../lib/wire/portfolio';
import styles from './headline.module.css';

/** An amount in USDT, or a dash with its reason. */
export function Amount({ figure }: { figure: Figure }) {
  return figure.value === null ? <Unknown reason={figure.reason} /> : <>{money(figure.value)}</>;
}

/** Where figures do not begin with the account: since when they are complete, and why. */
export function Completeness({ performance: { complete } }: { performance: Performance }) {
  if (complete.reason === null) return null;
  return (
    <div>
      <Notice kind="info" title={complete.from === null ? 'No complete day yet' : `Complete since ${day(complete.from)}`}>
        {complete.reason} Earlier days are not part of any return or total.
      </Notice>
    </div>
  );
}

/** Deposits and withdrawals of the account's whole life against what it is worth now. */
export function LifetimeCard({ performance: { lifetime, equityEnd, to, lastDay } }: { performance: Performance }) {
  if (lifetime.since === null) return null;
  return (
    <Card title="Since your first deposit" span={12}>
      <dl className={styles.flows}>
        <div>
          <dt>Deposits</dt>
          <dd>
            <Amount figure={lifetime.inflow} />
          </dd>
        </div>
        <div>
          <dt>Withdrawals</dt>
          <dd>
            <Amount figure={lifetime.outflow} />
          </dd>
        </div>
        {to === lastDay && equityEnd !== null && (
          <div>
            <dt>Value now</dt>
            <dd>{money(equityEnd)}</dd>
          </div>
        )}
        <div>
          <dt>Result</dt>
          <dd>
            <Profit figure={lifetime.result} />
          </dd>
        </div>
      </dl>
      <p className={styles.unit}>
        USDT, since {day(lifetime.since.slice(0, 10))}.{' '}
        {lifetime.result.value === null ? lifetime.result.reason : 'The result is the value now, less deposits, plus withdrawals.'}
      </p>
    </Card>
  );
}
