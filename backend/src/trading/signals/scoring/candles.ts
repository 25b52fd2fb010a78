import { Decimal } from '../../../platform/domain/index.js';
import { scaled } from '../../../platform/domain/scaled.js';

// Looked up once: in a VM context, where tests run, each look at a global is slow, and these are asked millions of times.
const { abs, ceil, round } = Math;
const integer = BigInt;

/** Candles are minutes. */
export const MINUTE = 60;

/**
 * Candles of one symbol in order of time: columns, so that a year of minutes is walked without an object a minute. Times are seconds at
 * which a candle opens.
 */
export interface CandleSeries {
  readonly size: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
  /** Up to here everything is known, be there candles or not; undefined: no further than the last candle. */
  readonly through?: number;
  /** The highest and the lowest price of each 64 candles, by which a search passes over them whole (`indexed`). */
  readonly blocks?: { readonly high: Float64Array; readonly low: Float64Array };
}

/** Candles of a block, as a power of two. */
export const BLOCK_BITS = 6;

/** The series with its blocks: worth making where more than a few signals are scored on it. */
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
 * One candle in integers of 10^-18, seen from the side of a signal: for a short every price is negative, so that what is good is up for
 * both. The close is the last price: it decides whether a stop that was moved within the candle was hit.
 */
export interface SeenCandle {
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

/** Digits that a double keeps in any case. Prices of more cannot come from a venue we know. */
export const SURE_DIGITS = 15;

/** Powers of ten that are exact as doubles, and what an integer of 10^-n has to be multiplied with to be one of 10^-18. */
const UNITS = Array.from({ length: 13 }, (_, n) => Number(`1e${n}`));
const FACTORS = UNITS.map((_, n) => 10n ** BigInt(18 - n));
const MAX_UNITS = 10 ** SURE_DIGITS;
/** Those of the last price: a pair's prices are alike. Nothing but time depends on it. */
let usualPlaces = 0;

/**
 * A decimal of at most 15 digits goes through a double unharmed: it is the only one of so many digits that reads as that double. So
 * whatever reads as it and has no more is the price; a text of it is made where that is not found at once.
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

/** The first candle that opens at `time` or later. */
export function firstFrom({ time, size }: CandleSeries, from: number): number {
  if (size === 0) return 0;
  // Where it stands if no minute is missing, as it mostly is.
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
