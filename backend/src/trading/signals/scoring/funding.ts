import { exactly, firstFrom, type CandleSeries } from './candles.js';
import type { Exit } from './score-terms.js';

/**
 * What longs of a perpetual contract paid shorts at a time: this share of what they held, at this price. Integers of 10^-18; a price of
 * null is not told.
 */
export interface FundingRow {
  /** Seconds since 1970. */
  time: number;
  rate: bigint;
  mark: bigint | null;
}

/** What was paid over time, in order, summed up so that a trade of any length costs two searches. */
export interface FundingSeries {
  readonly rows: readonly FundingRow[];
  readonly time: Float64Array;
  /** The price at which each was paid: its own, or the close of the minute before. */
  readonly prices: readonly bigint[];
  /** What a long of one had paid before each of them, and after the last one: integers of 10^-36. */
  readonly paid: readonly bigint[];
  /** Everything that was settled before this second is known. */
  readonly through: number;
}

/** `rows` in order of time, with prices from the candles where they have none: a minute ends as they are settled. */
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

/** Of candles that begin later there is no trade that pays. */
function closeBefore(candles: CandleSeries, time: number): bigint {
  const at = firstFrom(candles, time) - 1;
  return at < 0 ? 0n : exactly(candles.close[at]!);
}

/** How many of them were settled up to this second, and in it; `least` are known to be. */
export function settledBy({ time }: FundingSeries, second: number, least = 0): number {
  let [low, high] = [least, time.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! <= second) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * What a long paid from the minute behind its entry to those of its exits, of the sum of the weights: an integer of 10^-36. A short was
 * paid as much.
 */
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

/** The candles that open before everything that is known of the funding ends: behind that no result is sure. */
export function withinFunding<T extends CandleSeries>(candles: T, funding: FundingSeries | undefined): T {
  if (funding === undefined || funding.through === Infinity) return candles;
  const { through } = funding;
  const size = firstFrom(candles, through);
  return size === candles.size && (candles.through ?? -Infinity) <= through
    ? candles
    : { ...candles, size, ...(candles.through !== undefined && { through: Math.min(candles.through, through) }) };
}
