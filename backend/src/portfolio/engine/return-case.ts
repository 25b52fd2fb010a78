import { ReturnChain, type Break, type ChainPeriod, type ExternalFlow, type Valuation } from './returns.js';
import { ONE, over, toDecimal } from '../../common/domain/scaled.js';
import { FEWEST_RETURNS, moneyWeighted, sharpe, sortino, type MoneyWeighted } from './statistics.js';

const DAY_MS = 86_400_000;

export interface ReturnCase {
  valuations: readonly Valuation[];
  flows: readonly (ExternalFlow & { amount: bigint })[];
}

export interface ReturnFigures {
  /** Null: nothing to measure, or the chain is broken. */
  twr: bigint | null;
  mwr: MoneyWeighted | null;
  /** On the index, 0 or less; the worst of all segments. */
  maxDrawdown: bigint | null;
  /** Null under 30 daily returns. */
  sharpe: string | null;
  sortino: string | null;
  periods: readonly ChainPeriod[];
  broken: readonly Break[];
}

/**
 * The figures of valuations and flows alone. Both in time order, no two valuations at one instant. A valuation at the instant of a flow was made just before it,
 * unless the flow brings its own value before: then it may also be the value after.
 */
export function returnFigures({ valuations, flows }: ReturnCase): ReturnFigures {
  const chain = new ReturnChain();
  const known = valuations.filter(({ value }) => value !== null);
  let [v, f] = [0, 0];
  while (v < known.length || f < flows.length) {
    const valuation = known[v];
    const flow = flows[f];
    if (valuation && (!flow || valuation.at < flow.at)) {
      chain.valued(valuation);
      v++;
      continue;
    }
    if (!flow) break;
    f++;
    const at = valuation?.at === flow.at ? valuation.value : null;
    if (at !== null) v++;
    const before = flow.valueBefore ?? at;
    const contradicts = at !== null && flow.valueBefore != null && at !== before && at !== before! + flow.amount;
    if (contradicts) chain.contradicted(flow.at);
    chain.flowed({ at: flow.at, amount: flow.amount, valueBefore: before });
    // More flows of the same instant: nothing happened between them.
    for (let next = flows[f]; before !== null && next?.at === flow.at; next = flows[++f])
      chain.flowed({ ...next, valueBefore: chain.startValue });
  }
  const { periods, breaks } = chain;
  const whole = breaks.length === 0 && periods.length > 0 && periods.every(({ periodReturn }) => periodReturn !== null);
  const daily = whole ? dailyReturns(periods) : null;
  const enough = daily !== null && daily.length >= FEWEST_RETURNS ? daily : null;
  return {
    twr: whole ? chain.index - ONE : null,
    mwr: moneyWeighted(cashFlows(known, flows)),
    maxDrawdown: maxDrawdown(periods),
    sharpe: enough && sharpe(enough),
    sortino: enough && sortino(enough),
    periods,
    broken: breaks,
  };
}

/** The deepest fall of the index below its highest value before; each segment begins with 1. Null: no period has a return. */
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

/** A return each 24 hours from where the first period began, or null where a valuation of that instant is missing. What is left of the last day is none. */
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

function cashFlows(known: readonly Valuation[], flows: ReturnCase['flows']) {
  const last = known.at(-1);
  if (!last) return [];
  const first = known[0]!;
  const begins = flows[0] && flows[0].at < first.at ? [] : [{ at: first.at, amount: toDecimal(-first.value!) }];
  const between = flows.filter(({ at }) => at < last.at).map(({ at, amount }) => ({ at, amount: toDecimal(-amount) }));
  return [...begins, ...between, { at: last.at, amount: toDecimal(last.value!) }];
}
