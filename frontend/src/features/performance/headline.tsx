import type { ReactNode } from 'react';
import { Percent, Profit, percentText } from '../../components/chart/figures';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { fixed, money } from '../../lib/format/decimal';
import { day } from '../../lib/format/date';
import type { Figure, Performance } from '../../lib/wire/portfolio';
import { Amount } from './money-card';
import { monthText } from './range';
import styles from './headline.module.css';

interface TileProps {
  name: string;
  children: ReactNode;
  /** Why it is undefined, or what it is measured against. */
  note?: ReactNode;
}

function Tile({ name, children, note }: TileProps) {
  return (
    <div className={styles.tile}>
      <dt>{name}</dt>
      <dd className={styles.figure}>{children}</dd>
      {note && <dd className={styles.note}>{note}</dd>}
    </div>
  );
}

const ratio = ({ value }: Figure) => (value === null ? '–' : fixed(money(value).replaceAll(/\s/g, '').replace('\u2212', '-'), 2));
/** The same reason for every figure is told once, beside the return. */
const reasonFor =
  (twr: Figure) =>
  ({ value, reason }: Figure, note?: ReactNode) =>
    value !== null ? note : reason === twr.reason ? 'Undefined, as the return is' : reason;

function Month({ of, onOpen }: { of: { month: string; change: string } | null; onOpen: (month: string) => void }) {
  if (!of) return <>–</>;
  return (
    <button
      type="button"
      className={styles.open}
      onClick={() => onOpen(of.month)}
      aria-label={`${percentText(of.change)} in ${monthText(of.month)}. What it is made of`}
    >
      <Percent figure={{ value: of.change, reason: null }} />
    </button>
  );
}

/** The figures of the period. Every one that is undefined says why. */
export function Headline({
  performance,
  onChain,
  onMonth,
}: {
  performance: Performance | undefined;
  onChain: () => void;
  onMonth: (month: string) => void;
}) {
  if (!performance) return <HeadlineSkeleton />;
  const { twr, mwr, profit, maxDrawdown, bitcoin, sharpe, sortino, cagr, calmar, bestMonth, worstMonth } = performance;
  const why = reasonFor(twr);
  return (
    <Card span={12}>
      <div className={styles.head}>
        <div className={styles.main}>
          <p className={styles.label}>Time-weighted return</p>
          <p className={styles.total}>
            {twr.value === null ? (
              '–'
            ) : (
              <button
                type="button"
                className={styles.open}
                onClick={onChain}
                aria-label={`${percentText(twr.value)} time-weighted. What it is made of`}
              >
                <Percent figure={twr} />
              </button>
            )}
          </p>
          <p className={styles.period}>
            {performance.from === null
              ? 'No day of this period is computed'
              : `${day(performance.from)} to ${day(performance.to)}, UTC, ${performance.days} ${performance.days === 1 ? 'day' : 'days'}`}
          </p>
          <p className={styles.period}>Net of the exchange’s fees and funding, gross of membership fees.</p>
          {twr.value === null && <p className={styles.reason}>{twr.reason}</p>}
        </div>
        <div>
          <dl className={styles.flows}>
            {performance.equityStart !== null && (
              <div>
                <dt>Opening equity</dt>
                <dd>{money(performance.equityStart)}</dd>
              </div>
            )}
            <div>
              <dt>Profit</dt>
              <dd>
                <Profit figure={profit} />
              </dd>
            </div>
            <div>
              <dt>Deposits</dt>
              <dd>
                <Amount figure={performance.inflow} />
              </dd>
            </div>
            <div>
              <dt>Withdrawals</dt>
              <dd>
                <Amount figure={performance.outflow} />
              </dd>
            </div>
            <div>
              <dt>Trading fees</dt>
              <dd>
                <Amount figure={performance.fees} />
              </dd>
            </div>
            <div>
              <dt>Funding</dt>
              <dd>
                <Profit figure={performance.funding} />
              </dd>
            </div>
          </dl>
          <p className={styles.unit}>
            USDT. {profit.value === null ? profit.reason : 'Profit is the change in equity, less deposits, plus withdrawals.'}
          </p>
        </div>
      </div>
      <dl className={styles.tiles}>
        <Tile name="Money-weighted return" note={why(mwr, 'Takes the timing of deposits and withdrawals into account')}>
          <Percent figure={mwr} />
        </Tile>
        <Tile
          name="Holding BTC instead"
          note={why(
            bitcoin.change,
            bitcoin.own.value === null ? (
              why(bitcoin.own)
            ) : (
              <>
                Your account since the end of {day(bitcoin.from)}: {percentText(bitcoin.own.value)}
              </>
            ),
          )}
        >
          <Percent figure={bitcoin.change} />
        </Tile>
        <Tile name="Maximum drawdown" note={why(maxDrawdown, 'From a peak of the return')}>
          <Percent figure={maxDrawdown} />
        </Tile>
        <Tile name="Annualised return" note={why(cagr, 'Compounded, 365 days')}>
          <Percent figure={cagr} />
        </Tile>
        <Tile name="Sharpe ratio" note={why(sharpe, 'Annualised from daily returns, risk-free rate 0%')}>
          {ratio(sharpe)}
        </Tile>
        <Tile name="Sortino ratio" note={why(sortino, 'Only downside counts as risk')}>
          {ratio(sortino)}
        </Tile>
        <Tile name="Calmar ratio" note={why(calmar, 'Annualised return divided by the deepest drawdown')}>
          {ratio(calmar)}
        </Tile>
        <Tile
          name="Best and worst month"
          note={
            bestMonth && worstMonth ? `${monthText(bestMonth.month)} and ${monthText(worstMonth.month)}` : 'No month has a known return'
          }
        >
          <span className={styles.pair}>
            <Month of={bestMonth} onOpen={onMonth} />
            <Month of={worstMonth} onOpen={onMonth} />
          </span>
        </Tile>
      </dl>
    </Card>
  );
}

function HeadlineSkeleton() {
  return (
    <Card span={12}>
      <div className={styles.head}>
        <div className={styles.main}>
          <p className={styles.label}>Time-weighted return</p>
          <p className={styles.total}>
            <Skeleton width={180} height={36} />
          </p>
          <p className={styles.period}>
            <Skeleton width={260} />
          </p>
          <p className={styles.period}>Net of the exchange’s fees and funding, gross of membership fees.</p>
        </div>
      </div>
      <div className={styles.tiles}>
        {Array.from({ length: 8 }, (_, index) => (
          <div key={index} className={styles.tile}>
            <Skeleton width={140} />
            <Skeleton width={90} height={24} />
            <Skeleton width={160} />
          </div>
        ))}
      </div>
    </Card>
  );
}
