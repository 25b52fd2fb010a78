import { exactly, firstFrom, type CandleSeries } from './candles.js';
import type { Exit } from './score.types.js';

/**
 * A funding settlement of a perpetual contract: longs paid shorts `rate` times position times price. Integers of 10^-18; `mark` null:
 * unknown.
 */
export interface FundingRow {
  /** Seconds since 1970. */
  time: number;
  rate: bigint;
  mark: bigint | null;
}

/** Cumulative funding ordered by time, so that the sum over a trade takes two searches. */
export interface FundingSeries {
  readonly rows: readonly FundingRow[];
  readonly time: Float64Array;
  /** Price of each settlement: its mark price, or the close of the minute before. */
  readonly prices: readonly bigint[];
  /** Cumulative payments of a long position of 1 before each settlement, and after the last: integers of 10^-36. */
  readonly paid: readonly bigint[];
  /** Settlements before this second are known. */
  readonly through: number;
}

/** Sums up `rows`, ordered by time. Missing mark prices are replaced by the close of the minute that ends at the settlement. */
export function summedFunding(rows: readonly FundingRow[], candles: CandleSeries, through = Infinity): FundingSeries {
  const prices: bigint[] = [];
  let sum = 0n;
  const paid = [sum];
  for (const { time, rate, mark } of rows) {
    const price = mark ?? closeBefore(candles, time);
    prices.push(price);
    paid.push((sum += rate * price));
  }
  return { rows, time: Float64Array.from(rows, ({ time }) => time), prices, paid, through };
}

/** Returns 0 before the first candle, where no trade can be open. */
function closeBefore(candles: CandleSeries, time: number): bigint {
  const at = firstFrom(candles, time) - 1;
  return at < 0 ? 0n : exactly(candles.close[at]!);
}

/** Counts settlements up to and including this second; at least `least`. */
export function settledBy({ time }: FundingSeries, second: number, least = 0): number {
  let [low, high] = [least, time.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= second) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sums up what a long position paid between its entry and its exits, weighted: an integer of 10^-36. A short received the same. */
export function paidBy(funding: FundingSeries, entry: { time: number }, exits: readonly Exit[]): bigint {
  const begin = settledBy(funding, entry.time);
  const before = funding.paid[begin]!;
  let sum = 0n;
  let at = begin;
  for (const { weight, time } of exits) {
    at = settledBy(funding, time, at);
    if (at > begin) sum += weight * (funding.paid[at]! - before);
  }
  return sum;
}

/** Cuts candles off at the end of known funding, after which results are uncertain. */
export function withinFunding<T extends CandleSeries>(candles: T, funding: FundingSeries | undefined): T {
  if (funding === undefined || funding.through === Infinity) return candles;
  const { through } = funding;
  const size = firstFrom(candles, through);
  return size === candles.size && (candles.through ?? -Infinity) <= through
    ? candles
    : { ...candles, size, ...(candles.through !== undefined && { through: Math.min(candles.through, through) }) };
}
