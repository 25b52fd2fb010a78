import { Check, CircleX } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { exact, leftToRight, price as priceText, UNKNOWN } from '../../lib/format/decimal';
import { clock, utc } from '../../lib/format/date';
import { duration } from '../../lib/format/duration';
import { t } from '../../lib/i18n/texts';
import { Trans } from '../../lib/i18n/trans';
import { useLivePrice, type LivePrice } from '../../lib/live-price';
import type { SignalDetailWire } from '../../lib/wire/types';
import { CopyButton } from '../feedback/copy-button';
import { FactList } from './fact-list';
import { placed, rungsOf, type PlacedRung } from './ladder';
import { stopText, zonesOf } from './levels';
import { stateOf, type StateId } from './outcome';
import { fromEntry } from './prices';
import type { Stops } from './story';
import styles from './price-ladder.module.css';

/** Height of a label, and of the whole at least. */
const ROW_PIXELS = 52;
const MIN_PIXELS = 400;
/** Between the scale and the labels. */
const WAY_PIXELS = 24;
/** The ticker has pairs in this currency alone. */
const TICKER_QUOTE = '/USDT';

/** States in which the signal can still be entered, or runs. */
const RUNNING: ReadonlySet<StateId> = new Set(['waiting', 'pending', 'open']);

/** Stop, entry, targets and live price of a signal, one below the other in proportion to price. */
export function PriceLadder({ signal, stops }: { signal: SignalDetailWire; stops: Stops }) {
  const isRunning = RUNNING.has(stateOf(signal).id);
  const isListed = signal.symbol.endsWith(TICKER_QUOTE);
  const live = useLivePrice(isRunning && isListed ? signal.symbol.replace('/', '') : null);
  const rungs = rungsOf(signal, stops, isRunning ? live.price : null);
  const height = Math.max(MIN_PIXELS, rungs.length * ROW_PIXELS);
  const rows = placed(rungs, height, ROW_PIXELS);
  return (
    <>
      <FactList
        facts={[
          ...(isRunning ? runningFacts(signal, isListed ? live : null) : []),
          [t('signals.ladder.risk'), <Risk key="risk" signal={signal} />],
        ]}
      />
      <div className={styles.ladder} style={{ height }}>
        <Scale signal={signal} rows={rows} height={height} />
        <ol aria-label={t('signals.ladder.levels')} className={styles.levels}>
          {rows.map((row) => (
            <Row key={row.id} row={row} signal={signal} />
          ))}
        </ol>
      </div>
      <p className={styles.note}>{t('signals.ladder.note')}</p>
    </>
  );
}

function runningFacts(signal: SignalDetailWire, live: LivePrice | null): (readonly [string, ReactNode])[] {
  return [
    [t('signals.ladder.live'), <LiveFact key="live" live={live} />],
    [t('signals.ladder.timeLeft'), <TimeLeft key="left" closesAt={signal.closesAt} />],
  ];
}

/** The live price with its time, or why there is none. */
function LiveFact({ live }: { live: LivePrice | null }) {
  if (live === null || live.price === null)
    return (
      <span className={styles.twoLines}>
        <span>{UNKNOWN}</span>
        <span className={styles.why}>{t(`signals.ladder.noPrice.${live === null ? 'unlisted' : (live.reason ?? 'waiting')}`)}</span>
      </span>
    );
  const { at, price, reason } = live;
  return (
    <span className={styles.twoLines}>
      <span>{priceText(price)}</span>
      <span className={styles.why}>{t('signals.ladder.asOf', { time: clock(at!) })}</span>
      {(reason === 'lost' || reason === 'down') && <span className={styles.old}>{t(`signals.ladder.old.${reason}`)}</span>}
    </span>
  );
}

/** How long until the projected closure; it is told again each half minute. */
function TimeLeft({ closesAt }: { closesAt: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((Date.parse(closesAt) - now) / 1000);
  return (
    <span className={styles.twoLines}>
      <span>{seconds > 0 ? duration(seconds) : t('signals.ladder.over')}</span>
      <span className={styles.why}>
        <Trans id="signals.ladder.until" tags={{ moment: <time dateTime={closesAt}>{utc(closesAt)}</time> }} />
      </span>
    </span>
  );
}

function Risk({ signal: { odds, leverage } }: { signal: SignalDetailWire }) {
  const percent = (figure: string) => t('common.format.percent', { figure: exact(figure, 2) });
  return (
    <span className={styles.twoLines}>
      <span>{percent(odds.risk)}</span>
      {odds.risk !== odds.marginRisk && (
        <span className={styles.why}>
          {t('signals.ladder.marginRisk', { risk: percent(odds.marginRisk), leverage: leftToRight(`${leverage.replace(/x$/i, '')}x`) })}
        </span>
      )}
    </span>
  );
}

function Row({ row, signal }: { row: PlacedRung; signal: SignalDetailWire }) {
  const { id, name, tone, label, ratio, event, isOffScale } = row;
  const figure = id === 'live' ? priceText(row.price) : stopText(signal, row.price);
  return (
    <li
      className={styles.row}
      data-tone={tone}
      data-live={id === 'live' || undefined}
      style={{ top: label - ROW_PIXELS / 2, height: ROW_PIXELS }}
    >
      <span className={styles.line}>
        <span className={styles.name}>{name}</span>
        <strong className={styles.price}>{figure}</strong>
        <CopyButton compact text={row.price} label={t('signals.ladder.copy', { name })} />
      </span>
      <span className={styles.line}>
        <span className={styles.figures}>
          {id !== 'entry' && <span>{fromEntry(row.price, signal.entryPrice)}</span>}
          {ratio !== null && <span title={t('signals.ladder.ratioMeaning')}>{leftToRight(`${exact(ratio, 2)}\u00a0R`)}</span>}
          {isOffScale && <span>{t('signals.ladder.offScale')}</span>}
        </span>
        {event && (
          <span className={styles.event} data-stop={id === 'stop' || undefined} title={utc(event.at)}>
            {id === 'stop' ? <CircleX size={15} aria-hidden="true" /> : <Check size={15} aria-hidden="true" />}
            {event.label}
          </span>
        )}
      </span>
    </li>
  );
}

/** The scale: zones, marks in proportion to price, and the way from each mark to its label. The list says the same in words. */
function Scale({ signal, rows, height }: { signal: SignalDetailWire; rows: readonly PlacedRung[]; height: number }) {
  const markAt = (price: string) => rows.find((row) => row.price === price && row.id !== 'live')?.mark;
  return (
    <div className={styles.scale} aria-hidden="true">
      {zonesOf(signal).map(({ id, tone, from, to }) => {
        const [one, other] = [markAt(from), markAt(to)];
        if (one === undefined || other === undefined) return null;
        return (
          <span key={id} className={styles.zone} data-tone={tone} style={{ top: Math.min(one, other), height: Math.abs(one - other) }} />
        );
      })}
      {rows.map(({ id, tone, mark }) => (
        <span key={id} className={styles.tick} data-tone={tone} data-live={id === 'live' || undefined} style={{ top: mark }} />
      ))}
      <svg className={styles.ways} width={WAY_PIXELS} height={height}>
        {rows.map(({ id, mark, label }) => (
          <line key={id} x1="0" y1={mark} x2={WAY_PIXELS} y2={label} />
        ))}
      </svg>
    </div>
  );
}
