import { Decimal } from '../../../platform/domain/index.js';
import { cagr, calmar, type CashFlow, MIN_RETURNS, moneyWeighted, sharpe, sortino } from '../engine/statistics.js';
import type { DayFlag } from '../portfolio.entities.js';
import { chainBase, chainReturn, movedOf, profitOf, stretches, sumOf, type Stretch } from './chain.js';
import { endOf, type Figure, known, unknown } from './figure.js';
import { type MonthOf, monthsOf, yearsOf } from './months.js';
import { marksOf } from './overview.js';
import type { DayView, FlowView } from './stored-portfolio.types.js';

export interface SegmentOf {
  segment: number;
  from: string;
  to: string;
  days: number;
  change: Figure;
  maxDrawdown: Figure;
}

export interface Performance {
  from: string | null;
  to: string | null;
  days: number;
  startedAt: Date | null;
  endedAt: Date | null;
  equityStart: string | null;
  equityEnd: string | null;
  profit: Figure;
  inflow: Figure;
  outflow: Figure;
  realised: Figure;
  fees: Figure;
  funding: Figure;
  twr: Figure;
  mwr: Figure;
  maxDrawdown: Figure;
  sharpe: Figure;
  sortino: Figure;
  cagr: Figure;
  calmar: Figure;
  bitcoin: { from: string | null; change: Figure; own: Figure };
  bestMonth: { month: string; change: string } | null;
  worstMonth: { month: string; change: string } | null;
  months: MonthOf[];
  years: { year: string; change: Figure }[];
  segments: SegmentOf[];
  marks: Record<DayFlag, number>;
}

/** Stored input of a period's figures. */
export interface Material {
  /** Ordered, without gaps. */
  days: readonly DayView[];
  /** Last earlier day with a known value, from whose end figures are measured. Null: `days` begin with the account's first. */
  before: DayView | null;
  /** Flows of these days, ordered; null: too many for a money-weighted return. */
  flows: readonly FlowView[] | null;
  /** Time of the last day's valuation, if it was not the midnight that ends it. */
  readAt: Date | null;
}

const DAY_MS = 86_400_000;
const YEAR_DAYS = 365;

/** Computes returns and risk of a period (rules.md 2). */
export function performanceOf({ days, before, flows, readAt }: Material): Performance {
  const last = days.at(-1);
  const first = days[0];
  const unvalued = new Set((flows ?? []).flatMap(({ at, value }) => (value === null ? [at.toISOString().slice(0, 10)] : [])));
  const startedAt = before ? endOf(before.day) : (flows?.[0]?.at ?? (first ? endOf(first.day) : null));
  const endedAt = last ? (readAt ?? endOf(last.day)) : null;
  const twr = chainReturn(days, before);
  const parts = stretches(days);
  const maxDrawdown = parts[1] ? { value: null, reason: twr.reason } : drawdownOf(parts[0], before);
  const span = startedAt && endedAt ? (endedAt.getTime() - startedAt.getTime()) / DAY_MS : 0;
  const yearly = yearlyOf(twr, span);
  const months = monthsOf(days, before, unvalued);
  const ranked = months
    .flatMap(({ month, change }) => (change.value === null ? [] : [{ month, change: change.value }]))
    .sort((a, b) => new Decimal(b.change).cmp(a.change));
  return {
    from: first?.day ?? null,
    to: last?.day ?? null,
    days: days.length,
    startedAt,
    endedAt,
    equityStart: before?.equity ?? null,
    equityEnd: last?.equity ?? null,
    profit: profitOf(days, before, unvalued),
    inflow: movedOf(days, 'inflow', unvalued),
    outflow: movedOf(days, 'outflow', unvalued),
    realised: sumOf(days, 'realised'),
    fees: sumOf(days, 'fees'),
    funding: sumOf(days, 'funding'),
    twr,
    mwr: weighted({ days, before, flows, readAt }, startedAt, endedAt, unvalued),
    maxDrawdown,
    ...ratios(days, twr),
    cagr: yearly,
    calmar: calmarOf(yearly, maxDrawdown),
    bitcoin: bitcoinOf(days, before),
    bestMonth: ranked[0] ?? null,
    worstMonth: ranked.at(-1) ?? null,
    months,
    years: yearsOf(days, before),
    segments: parts.map((part, at) => segmentOf(part, at === 0 ? before : null)),
    marks: marksOf(days),
  };
}

function segmentOf(part: Stretch, before: DayView | null): SegmentOf {
  return {
    segment: part.segment,
    from: part.days[0]!.day,
    to: part.days.at(-1)!.day,
    days: part.days.length,
    change: chainReturn(part.days, before),
    maxDrawdown: drawdownOf(part, before),
  };
}

/** Computes the maximum drawdown on the index of sub-periods; the index at the beginning counts as a peak (rules.md 2). */
function drawdownOf(part: Stretch | undefined, before: DayView | null): Figure {
  if (!part?.days.some(({ index }) => index !== null)) return unknown({ id: 'portfolio.no-known-day' });
  const estimated = part.days.find(({ flags }) => flags.includes('estimated'));
  if (estimated) return unknown({ id: 'portfolio.estimated-day', day: estimated.day });
  let peak = chainBase(part.segment, before);
  let deepest = new Decimal(0);
  for (const { index, indexHigh, indexLow, dayFall } of part.days) {
    if (index === null) continue;
    // The deepest is either the day's lowest index against the earlier peak, or the drawdown within the day.
    if (!peak.isZero()) deepest = Decimal.min(deepest, new Decimal(indexLow ?? index).div(peak).minus(1), dayFall ?? 0);
    peak = Decimal.max(peak, indexHigh ?? index);
  }
  return known(deepest);
}

/** Computes ratios from whole days only. */
function ratios(days: readonly DayView[], twr: Figure): { sharpe: Figure; sortino: Figure } {
  if (twr.value === null) return { sharpe: twr, sortino: twr };
  const returns = days.flatMap(({ dayReturn, flags }) => (dayReturn === null || flags.includes('partial') ? [] : [dayReturn]));
  if (returns.length < MIN_RETURNS) {
    const few = unknown({ id: 'portfolio.few-days', needed: MIN_RETURNS, known: returns.length });
    return { sharpe: few, sortino: few };
  }
  const [one, other] = [sharpe(returns), sortino(returns)];
  return {
    sharpe: one === null ? unknown({ id: 'portfolio.same-returns' }) : known(one),
    sortino: other === null ? unknown({ id: 'portfolio.no-loss' }) : known(other),
  };
}

function yearlyOf(twr: Figure, span: number): Figure {
  if (twr.value === null) return twr;
  if (span < YEAR_DAYS) return unknown({ id: 'portfolio.short-period' });
  const rate = cagr(twr.value, span);
  return rate === null ? unknown({ id: 'portfolio.nothing-left' }) : known(rate);
}

function calmarOf(yearly: Figure, maxDrawdown: Figure): Figure {
  if (yearly.value === null) return yearly;
  const ratio = calmar(yearly.value, maxDrawdown.value);
  return ratio === null ? unknown(maxDrawdown.reason ?? { id: 'portfolio.no-drawdown' }) : known(ratio);
}

/** Computes the money-weighted return over the whole period. */
function weighted({ days, before, flows }: Material, startedAt: Date | null, endedAt: Date | null, unvalued: ReadonlySet<string>): Figure {
  const profit = profitOf(days, before, unvalued);
  if (profit.value === null) return profit;
  if (!flows) return unknown({ id: 'portfolio.too-many-flows' });
  const end = days.at(-1)?.equity;
  if (!startedAt || !endedAt || end == null) return unknown({ id: 'portfolio.no-known-day' });
  const moved: CashFlow[] = flows
    .filter(({ at }) => at >= startedAt && at <= endedAt)
    .map(({ at, value }) => ({ at: at.getTime(), amount: new Decimal(value ?? 0).negated().toFixed() }));
  const start: CashFlow[] =
    before?.equity == null ? [] : [{ at: startedAt.getTime(), amount: new Decimal(before.equity).negated().toFixed() }];
  const rate = moneyWeighted([...start, ...moved, { at: endedAt.getTime(), amount: end }]);
  return rate === null ? unknown({ id: 'portfolio.no-rate' }) : known(rate.period);
}

/** Compares the account with BTC over the same days, from the first day with a BTC price on. */
function bitcoinOf(days: readonly DayView[], before: DayView | null): Performance['bitcoin'] {
  const line = before ? [before, ...days] : days;
  const at = line.findIndex(({ btcPrice }) => btcPrice !== null);
  const start = line[at];
  const end = line.findLast(({ btcPrice }) => btcPrice !== null);
  if (!start || !end || start === end) {
    const none = unknown({ id: 'portfolio.no-bitcoin-price' });
    return { from: null, change: none, own: none };
  }
  const within = line.slice(at + 1, line.indexOf(end) + 1);
  const own = start.equity === null ? unknown({ id: 'portfolio.no-value-on-day', day: start.day }) : chainReturn(within, start);
  return { from: start.day, change: known(new Decimal(end.btcPrice!).div(start.btcPrice!).minus(1)), own };
}
