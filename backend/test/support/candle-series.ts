import type { CandleSeries } from '../../src/trading/signals/scoring/engine/candles.js';

/** Open, high, low and close of a candle. */
export type Ohlc = readonly [open: number, high: number, low: number, close: number];

/** Candles of a minute each from `from` on, in seconds. */
export function minutes(candles: readonly Ohlc[], from = 60, step = 60): CandleSeries {
  const column = (at: number) => Float64Array.from(candles, (candle) => candle[at]!);
  return {
    size: candles.length,
    time: Float64Array.from(candles, (_, n) => from + n * step),
    open: column(0),
    high: column(1),
    low: column(2),
    close: column(3),
  };
}

/** Mulberry32: the same numbers each time, so that a case can be named by its seed. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
