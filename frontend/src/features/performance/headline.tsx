import type { ReactNode } from 'react';
import { Percent, Profit, percentText } from '../../components/chart/figures';
import { Hideable } from '../../components/amounts/hideable';
import { Skeleton } from '../../components/feedback/states';
import { Card } from '../../components/layout/screen';
import { useMoney } from '../../components/money/money';
import { money } from '../../lib/format/decimal';
import { day } from '../../lib/format/date';
import type { Figure, Performance } from '../../lib/wire/portfolio';
import { t } from '../../lib/i18n/texts';
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

const ratio = ({ value }: Figure) => money(value);
/** The same reason for every figure is told once, beside the return. */
const reasonFor =
  (twr: Figure) =>
  ({ value, reason }: Figure, note?: ReactNode) =>
    value !== null ? note : reason === twr.reason ? t('performance.headline.asReturn') : reason;

function Month({ of, onOpen }: { of: { month: string; change: string } | null; onOpen: (month: string) => void }) {
  if (!of) return <>–</>;
  return (
    <button
      type="button"
      className={styles.open}
      onClick={() => onOpen(of.month)}
      aria-label={t('performance.headline.monthOpen', { figure: percentText(of.change), month: monthText(of.month) })}
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
  const { text, unit } = useMoney();
  if (!performance) return <HeadlineSkeleton />;
  const { twr, mwr, profit, maxDrawdown, bitcoin, sharpe, sortino, cagr, calmar, bestMonth, worstMonth } = performance;
  const why = reasonFor(twr);
  return (
    <Card span={12}>
      <div className={styles.head}>
        <div className={styles.main}>
          <p className={styles.label}>{t('performance.headline.twr')}</p>
          <p className={styles.total}>
            {twr.value === null ? (
              '–'
            ) : (
              <button
                type="button"
                className={styles.open}
                onClick={onChain}
                aria-label={t('performance.headline.twrOpen', { figure: percentText(twr.value) })}
              >
                <Percent figure={twr} />
              </button>
            )}
          </p>
          <p className={styles.period}>
            {performance.from === null
              ? t('performance.headline.noDay')
              : t('performance.headline.period', {
                  from: day(performance.from),
                  to: day(performance.to),
                  days: performance.days,
                })}
          </p>
          <p className={styles.period}>{t('performance.headline.net')}</p>
          {twr.value === null && performance.from !== null && <p className={styles.reason}>{twr.reason}</p>}
        </div>
        <div>
          <dl className={styles.flows}>
            {performance.equityStart !== null && (
              <div>
                <dt>{t('performance.headline.opening')}</dt>
                <dd>
                  <Hideable>{text(performance.equityStart)}</Hideable>
                </dd>
              </div>
            )}
            <div>
              <dt>{t('performance.profit')}</dt>
              <dd>
                <Profit figure={profit} />
              </dd>
            </div>
            <div>
              <dt>{t('performance.deposits')}</dt>
              <dd>
                <Amount figure={performance.inflow} />
              </dd>
            </div>
            <div>
              <dt>{t('performance.withdrawals')}</dt>
              <dd>
                <Amount figure={performance.outflow} />
              </dd>
            </div>
            <div>
              <dt>{t('performance.headline.tradingFees')}</dt>
              <dd>
                <Amount figure={performance.fees} />
              </dd>
            </div>
            <div>
              <dt>{t('performance.funding')}</dt>
              <dd>
                <Profit figure={performance.funding} />
              </dd>
            </div>
          </dl>
          <p className={styles.unit}>
            {t('performance.headline.unit', {
              unit,
              note: profit.value === null ? (profit.reason ?? '') : t('performance.headline.profitIs'),
            })}
          </p>
        </div>
      </div>
      <dl className={styles.tiles}>
        <Tile name={t('performance.headline.mwr')} note={why(mwr, t('performance.headline.mwrNote'))}>
          <Percent figure={mwr} />
        </Tile>
        <Tile
          name={t('performance.headline.btc')}
          note={why(
            bitcoin.change,
            bitcoin.own.value === null
              ? why(bitcoin.own)
              : t('performance.headline.btcNote', { day: day(bitcoin.from), figure: percentText(bitcoin.own.value) }),
          )}
        >
          <Percent figure={bitcoin.change} />
        </Tile>
        <Tile name={t('performance.maxDrawdown')} note={why(maxDrawdown, t('performance.headline.drawdownNote'))}>
          <Percent figure={maxDrawdown} />
        </Tile>
        <Tile name={t('performance.headline.cagr')} note={why(cagr, t('performance.headline.cagrNote'))}>
          <Percent figure={cagr} />
        </Tile>
        <Tile name={t('performance.headline.sharpe')} note={why(sharpe, t('performance.headline.sharpeNote'))}>
          {ratio(sharpe)}
        </Tile>
        <Tile name={t('performance.headline.sortino')} note={why(sortino, t('performance.headline.sortinoNote'))}>
          {ratio(sortino)}
        </Tile>
        <Tile name={t('performance.headline.calmar')} note={why(calmar, t('performance.headline.calmarNote'))}>
          {ratio(calmar)}
        </Tile>
        <Tile
          name={t('performance.headline.bestWorst')}
          note={
            bestMonth && worstMonth
              ? t('performance.headline.bestWorstNote', { best: monthText(bestMonth.month), worst: monthText(worstMonth.month) })
              : t('performance.headline.noMonth')
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
          <p className={styles.label}>{t('performance.headline.twr')}</p>
          <p className={styles.total}>
            <Skeleton width={180} height={36} />
          </p>
          <p className={styles.period}>
            <Skeleton width={260} />
          </p>
          <p className={styles.period}>{t('performance.headline.net')}</p>
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
