import { Decimal } from '../../common/domain/index.js';
import { ONE, scaled } from '../../common/domain/scaled.js';

/** Candles of one symbol in order of time: columns, so that a year of minutes is walked without an object a minute. Times are seconds at which a candle opens. */
export interface CandleSeries {
  readonly size: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

/** One candle in integers of 10^-18, seen from the side of a signal: for a short every price is negative, so that what is good is up for both. */
export interface SeenCandle {
  time: number;
  open: bigint;
  high: bigint;
  low: bigint;
  close: bigint;
}

/** Digits that a double keeps in any case. Prices of more cannot come from a venue we know. */
export const SURE_DIGITS = 15;

/** A decimal of at most 15 digits goes through a double unharmed: it is the shortest one that reads as that double. */
export const exactly = (price: number): bigint => (Number.isSafeInteger(price) ? BigInt(price) * ONE : scaled(new Decimal(price).toFixed()));

export const seen = (candles: CandleSeries, at: number, direction: 1n | -1n): SeenCandle => {
  const [high, low] = [direction * exactly(candles.high[at]!), direction * exactly(candles.low[at]!)];
  return {
    time: candles.time[at]!,
    open: direction * exactly(candles.open[at]!),
    close: direction * exactly(candles.close[at]!),
    high: direction === 1n ? high : low,
    low: direction === 1n ? low : high,
  };
};

/** The first candle that opens at `time` or later. */
export function firstFrom({ time, size }: CandleSeries, from: number): number {
  let [low, high] = [0, size];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
