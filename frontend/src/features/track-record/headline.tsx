import type { ReactNode } from 'react';
import { FEW_SIGNALS } from '../../components/signal/few-signals';
import { Percent, Unknown } from '../../components/chart/figures';
import { Notice } from '../../components/feedback/notice';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { count } from '../../lib/format/decimal';
import { day, utc } from '../../lib/format/date';
import { duration } from '../../lib/format/duration';
import type { TrackRecord } from './api/get-track-record';
import { countText, monthText, ratioText, rText, shareText } from './figures';
import styles from './headline.module.css';

function Tile({ name, note, children }: { name: string; note: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}

const or = (text: string, value: string | null, reason: string) => (value === null ? <Unknown reason={reason} /> : text);
const NOTHING = 'No signal that was filled has ended yet.';

/** What all signals have come to so far, each figure with how many it counts. */
export function Headline({ record }: { record: TrackRecord | undefined }) {
  if (!record) return <HeadlineSkeleton />;
  const { closed, ended, period, winRate, fillRate, targetRates, meanR, medianR, profitFactor, model, optimistic, ambiguous } = record;
  const n = `n = ${count(closed)}`;
  return (
    <Card span={12}>
      <div className={styles.head}>
        <div className={styles.main}>
          <p className={styles.label}>Average result of a signal</p>
          <p className={styles.total}>{or(rText(meanR), meanR, NOTHING)}</p>
          <p className={styles.line}>
            {n} closed signals{period && `, ${day(period.from)} to ${day(period.to)}, UTC`}. After trading fees and funding, before
            membership fees.
          </p>
          <p className={styles.line}>
            1 R is what a signal risks: the way from its entry to its stop.
            {ambiguous > 0 &&
              ` ${count(ambiguous)} of them ${ambiguous === 1 ? 'has a minute' : 'have minutes'} that ${ambiguous === 1 ? 'does' : 'do'} not tell what came first; had all of those gone well, the average would be ${rText(optimistic.meanR)}.`}
          </p>
        </div>
        <dl className={styles.counts}>
          {(
            [
              ['Published', record.published],
              ['Closed', closed],
              ['Missed', record.missed],
              ['Missed, in doubt', record.missedAmbiguous],
              ['Never filled', record.expired],
              ['Without a score', record.unscored],
              ['Still running', record.running],
            ] as const
          ).map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{count(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      {closed > 0 && closed < FEW_SIGNALS && (
        <div className={styles.few}>
          <Notice kind="info" title={`${closed === 1 ? 'One signal is' : `${count(closed)} signals are`} too few to judge by`}>
            Chance alone makes a short record look good or bad. Read the intervals, not the figures.
          </Notice>
        </div>
      )}
      <dl className={styles.tiles}>
        <Tile name="Win rate" note={countText(winRate)}>
          {or(shareText(winRate.rate), winRate.rate, NOTHING)}
        </Tile>
        <Tile name="Median result" note={`Half did better, half worse; ${n}`}>
          {or(rText(medianR), medianR, NOTHING)}
        </Tile>
        <Tile
          name="Profit factor"
          note={profitFactor === null && closed > 0 ? 'Undefined: nothing was lost yet' : `R won for each R lost; ${n}`}
        >
          {or(ratioText(profitFactor), profitFactor, closed > 0 ? 'Nothing was lost yet.' : NOTHING)}
        </Tile>
        <Tile name="Longest losing streak" note={`Losses in a row; ${n}`}>
          {closed === 0 ? <Unknown reason={NOTHING} /> : count(record.maxLosingStreak)}
        </Tile>
        <Tile
          name="Model, 1% risked each"
          note={`Since its beginning, not a year; ${n}${optimistic.change !== model.change && optimistic.change !== null ? `; all doubts in favour ${shareText(optimistic.change)}` : ''}`}
        >
          <Percent figure={{ value: model.change, reason: NOTHING }} />
        </Tile>
        <Tile name="Model’s deepest drawdown" note={`From a peak; ${n}`}>
          <Percent figure={{ value: model.maxDrawdown, reason: NOTHING }} />
        </Tile>
        <Tile
          name="Model’s worst month"
          note={model.worstMonth ? `${monthText(model.worstMonth.month)}, n = ${count(model.worstMonth.n)}` : 'No month has a result'}
        >
          <Percent figure={{ value: model.worstMonth?.change ?? null, reason: NOTHING }} />
        </Tile>
        <Tile name="Fill rate" note={countText(fillRate)}>
          {or(shareText(fillRate.rate), fillRate.rate, 'No signal has ended yet.')}
        </Tile>
        {targetRates.map((share, index) => (
          <Tile key={index} name={`Reached take profit ${index + 1}`} note={countText(share)}>
            {or(shareText(share.rate), share.rate, NOTHING)}
          </Tile>
        ))}
        <Tile name="Longest open" note={`From fill to end; ${n}`}>
          {record.longestOpen === null ? <Unknown reason={NOTHING} /> : duration(record.longestOpen)}
        </Tile>
      </dl>
      <p className={styles.foot}>
        Of {count(ended)} signals that have ended, as of {utc(record.computedAt)}; methodology version {record.methodology}.{' '}
        {!record.complete && 'The oldest signals are left out of the figures. '}Past results do not say what comes next.
      </p>
    </Card>
  );
}

function HeadlineSkeleton() {
  return (
    <Card span={12}>
      <div className={styles.head} aria-busy="true">
        <div className={styles.main}>
          <p className={styles.label}>Average result of a signal</p>
          <p className={styles.total}>
            <Skeleton width={180} height={36} />
          </p>
          <p className={styles.line}>
            <Skeleton width="min(420px, 100%)" />
          </p>
        </div>
      </div>
      <div className={styles.tiles}>
        {Array.from({ length: 12 }, (_, index) => (
          <div key={index} className={styles.tile}>
            <Skeleton width={130} />
            <Skeleton width={90} height={24} />
            <Skeleton width={150} />
          </div>
        ))}
      </div>
    </Card>
  );
}
