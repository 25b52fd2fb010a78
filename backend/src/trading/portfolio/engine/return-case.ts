import { ReturnChain, type Break, type ChainPeriod, type ExternalFlow, type Valuation } from './return-chain.js';
import { ONE, over, toDecimal } from '../../../platform/domain/scaled.js';
import { MIN_RETURNS, moneyWeighted, sharpe, sortino, type CashFlow, type MoneyWeighted } from './statistics.js';

const DAY_MS = 86_400_000;

export interface ReturnCase {
  valuations: readonly Valuation[];
  flows: readonly (ExternalFlow & { amount: bigint })[];
}

export interface ReturnFigures {
  /** Null: no period, or the chain is broken. */
  twr: bigint | null;
  mwr: MoneyWeighted | null;
  /** Deepest drawdown of all segments; 0 or less. */
  maxDrawdown: bigint | null;
  /** Null under 30 daily returns. */
  sharpe: string | null;
  sortino: string | null;
  periods: readonly ChainPeriod[];
  broken: readonly Break[];
}

/**
 * Computes the figures of valuations and flows alone. Both in time order, no two valuations at one instant. A valuation at the instant of a
 * flow is the value before it, unless the flow states its own value before: then it may also be the value after it.
 */
export function returnFigures({ valuations, flows }: ReturnCase): ReturnFigures {
  const chain = new ReturnChain();
  const instants = instantsOf(
    valuations.filter(({ value }) => value !== null),
    flows,
  );
  for (const { at, value, amounts, contradicts } of instants) {
    if (contradicts) chain.contradicted(at);
    if (amounts.length === 0) chain.valued({ at, value });
    let before = value;
    for (const amount of amounts) {
      chain.flowed({ at, amount, valueBefore: before });
      if (before !== null) before += amount;
    }
  }
  const { periods, breaks } = chain;
  const whole = breaks.length === 0 && periods.length > 0 && periods.every(({ periodReturn }) => periodReturn !== null);
  const daily = whole ? dailyReturns(periods) : null;
  const enough = daily !== null && daily.length >= MIN_RETURNS ? daily : null;
  return {
    twr: whole ? chain.index - ONE : null,
    mwr: moneyWeighted(cashFlows(instants)),
    maxDrawdown: maxDrawdown(periods),
    sharpe: enough && sharpe(enough),
    sortino: enough && sortino(enough),
    periods,
    broken: breaks,
  };
}

/**
 * Computes the drawdown: the deepest fall of the period index below its highest value before. The index has a value at every valuation and
 * every flow with a known value, flows within a day included, and each segment begins with the value 1. Null: no period has a return.
 */
export function maxDrawdown(periods: readonly Pick<ChainPeriod, 'index' | 'segment'>[]): bigint | null {
  let [deepest, peak, segment]: [bigint | null, bigint, number] = [null, ONE, 0];
  for (const period of periods) {
    if (period.index === null) continue;
    if (period.segment !== segment) [peak, segment] = [ONE, period.segment];
    if (period.index > peak) peak = period.index;
    const fall = over(period.index, peak) - ONE;
    if (deepest === null || fall < deepest) deepest = fall;
  }
  return deepest;
}

/** Returns the return of every 24 hours since the first period began; null if a valuation is missing. A rest of a day is left out. */
function dailyReturns(periods: readonly ChainPeriod[]): string[] | null {
  const indexAt = new Map(periods.map(({ endedAt, index }) => [endedAt, index!]));
  const [begun, end] = [periods[0]!.startedAt, periods.at(-1)!.endedAt];
  const returns: string[] = [];
  let before = ONE;
  for (let at = begun + DAY_MS; at <= end; at += DAY_MS) {
    const index = indexAt.get(at);
    if (index === undefined || before === 0n) return null;
    returns.push(toDecimal(over(index, before) - ONE));
    before = index;
  }
  return returns;
}

interface Instant {
  at: number;
  /** The value before the flows of this instant; null: unknown. */
  value: bigint | null;
  /** The flows of this instant, in order. */
  amounts: bigint[];
  /** The valuation is the value neither before nor after the flows. */
  contradicts: boolean;
}

/** Merges valuations and flows by time, and states every value as the one before the flows, however the case stated it. */
function instantsOf(known: readonly Valuation[], flows: ReturnCase['flows']): Instant[] {
  const times = [...new Set([...known, ...flows].map(({ at }) => at))].toSorted((a, b) => a - b);
  let [v, f] = [0, 0];
  return times.map((at) => {
    const valuation = known[v]?.at === at ? known[v++]!.value : null;
    const amounts: bigint[] = [];
    let stated: bigint | null = null;
    let moved = 0n;
    for (; flows[f]?.at === at; f++) {
      const { amount, valueBefore } = flows[f]!;
      stated ??= valueBefore == null ? null : valueBefore - moved;
      amounts.push(amount);
      moved += amount;
    }
    return {
      at,
      value: stated ?? valuation,
      amounts,
      contradicts: stated !== null && valuation !== null && !fits(valuation, stated, amounts),
    };
  });
}

/** Returns whether a valuation is the value before the flows of its instant, or after one of them. */
function fits(valuation: bigint, before: bigint, amounts: readonly bigint[]): boolean {
  let value = before;
  return valuation === value || amounts.some((amount) => valuation === (value += amount));
}

/**
 * Returns the cash flows from the first known value, or the flows before it, to the last. Empty if the value at either end is contradicted.
 */
function cashFlows(instants: readonly Instant[]): CashFlow[] {
  const first = instants.findIndex(({ value }) => value !== null);
  const last = instants.findLastIndex(({ value }) => value !== null);
  const [begin, end] = [instants[first], instants[last]];
  if (!begin || !end || begin.contradicts || end.contradicts) return [];
  // If flows precede the first known value, they are the beginning.
  const opening = first === 0 ? [{ at: begin.at, amount: toDecimal(-begin.value!) }] : [];
  const between = instants.slice(0, last).flatMap(({ at, amounts }) => amounts.map((amount) => ({ at, amount: toDecimal(-amount) })));
  return [...opening, ...between, { at: end.at, amount: toDecimal(end.value!) }];
}
