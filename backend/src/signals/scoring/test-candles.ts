import type { CandleSeries } from './candles.js';

/** Open, high, low and close of a candle. */
export type Ohlc = readonly [open: number, high: number, low: number, close: number];

/** Candles of a minute each from `from` on, in seconds. */
export function minutes(candles: readonly Ohlc[], from = 60, step = 60): CandleSeries {
  const column = (at: number) => Float64Array.from(candles, (candle) => candle[at]!);
  return { size: candles.length, time: Float64Array.from(candles, (_, n) => from + n * step), open: column(0), high: column(1), low: column(2), close: column(3) };
}
