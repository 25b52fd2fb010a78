import { Decimal } from '../../../../platform/domain/index.js';
import { scaled } from '../../../../platform/domain/scaled.js';

// Cached, because access to globals is slow in the VM contexts of tests, and these are called millions of times.
const { abs, ceil, round } = Math;
const integer = BigInt;

/** Seconds of a candle. */
export const MINUTE = 60;

/** Candles of one symbol ordered by time, in columns, without an object per minute. `time`: seconds since 1970 at which they open. */
export interface CandleSeries {
  readonly size: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** End of the known range, which may have gaps; undefined: the end of the last candle. */
  readonly through?: number;
  /** Highest and lowest price of each 64 candles, to skip blocks in a search (`indexed`). */
  readonly blocks?: { readonly high: Float64Array; readonly low: Float64Array };
}

/** Binary logarithm of the candles per block. */
export const BLOCK_BITS = 6;

/** Adds blocks to a series, which pays off from a few signals on. */
export function indexed<T extends CandleSeries>(series: T): T & Required<Pick<CandleSeries, 'blocks'>> {
  const { size, high, low } = series;
  const count = ceil(size / 2 ** BLOCK_BITS);
  const blocks = { high: new Float64Array(count).fill(-Infinity), low: new Float64Array(count).fill(Infinity) };
  for (let n = 0; n < size; n++) {
    const block = n >> BLOCK_BITS;
    if (high[n]! > blocks.high[block]!) blocks.high[block] = high[n]!;
    if (low[n]! < blocks.low[block]!) blocks.low[block] = low[n]!;
  }
  return { ...series, blocks };
}

/**
 * One candle in integers of 10^-18. For a short signal all prices are negated, so that up is good for both sides. The close decides whether
 * a stop that was moved within the candle was hit.
 */
export interface SeenCandle {
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

/** Decimal digits that every double keeps. No known venue has prices with more. */
export const SURE_DIGITS = 15;

/** Powers of ten, and the factors that convert integers of 10^-n to 10^-18. */
const UNITS = Array.from({ length: 13 }, (_, n) => Number(`1e${n}`));
const FACTORS = UNITS.map((_, n) => 10n ** BigInt(18 - n));
const MAX_UNITS = 10 ** SURE_DIGITS;
/** Decimal places of the last price, tried first, because a pair's prices are alike. */
let usualPlaces = 0;

/**
 * Converts a price to an exact integer of 10^-18. A decimal of at most 15 digits survives a double: no other of that length has the same
 * double. Falls back on its decimal text.
 */
export function exactly(price: number): bigint {
  const usual = UNITS[usualPlaces]!;
  const most = round(price * usual);
  if (most / usual === price && abs(most) < MAX_UNITS) return integer(most) * FACTORS[usualPlaces]!;
  for (let places = 0; places < UNITS.length; places++) {
    const unit = UNITS[places]!;
    const units = round(price * unit);
    if (abs(units) >= MAX_UNITS) break;
    if (units / unit !== price) continue;
    usualPlaces = places;
    return integer(units) * FACTORS[places]!;
  }
  return scaled(new Decimal(price).toFixed());
}

export const seen = (candles: CandleSeries, at: number, direction: 1n | -1n): SeenCandle => {
  const [high, low] = [direction * exactly(candles.high[at]!), direction * exactly(candles.low[at]!)];
  return {
    time: candles.time[at]!,
    open: direction * exactly(candles.open[at]!),
    high: direction === 1n ? high : low,
    low: direction === 1n ? low : high,
    close: direction * exactly(candles.close[at]!),
  };
};

/** Returns the index of the first candle that opens at `from` or later. */
export function firstFrom({ time, size }: CandleSeries, from: number): number {
  if (size === 0) return 0;
  // Its index if no minute is missing, which is usual.
  const likely = ceil((from - time[0]!) / MINUTE);
  if (likely > 0 && likely < size && time[likely]! >= from && time[likely - 1]! < from) return likely;
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
