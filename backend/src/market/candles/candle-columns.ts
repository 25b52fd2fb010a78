import type { Market, Venue } from '../../exchange/index.js';
import { POWERS, type CandleBlock } from './candle-block.js';

/** A pair on a venue's market, as the venue writes it. */
export interface MarketSymbol {
  venue: Venue;
  market: Market;
  symbol: string;
}

/** Candles in order of time as columns of doubles; times are the seconds since 1970 at which they open. */
export interface CandleColumns {
  readonly size: number;
  readonly time: Float64Array;
  readonly open: Float64Array;
  readonly high: Float64Array;
  readonly low: Float64Array;
  readonly close: Float64Array;
}

export const MINUTE = 60;
export const DAY = 86_400;
export const DAY_MINUTES = 1440;
export const MINUTE_SECONDS = 60;

export const dayOf = (second: number): number => Math.floor(second / DAY) * DAY;
/** YYYY-MM-DD of the day that begins then. */
export const dayName = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10);

/** A block, the second at which its first slot begins, and which of its slots are wanted. */
export interface BlockPart {
  block: CandleBlock;
  begins: number;
  from: number;
  to: number;
}

export function columnsOf(parts: readonly BlockPart[], step: number): CandleColumns {
  const most = parts.reduce((sum, { block }) => sum + block.at.length, 0);
  const columns = {
    time: new Float64Array(most),
    open: new Float64Array(most),
    high: new Float64Array(most),
    low: new Float64Array(most),
    close: new Float64Array(most),
  };
  const { time, open, high, low, close } = columns;
  let size = 0;
  for (const { block, begins, from, to } of parts) {
    const unit = POWERS[block.places]!;
    const { at } = block;
    for (let n = 0; n < at.length; n++) {
      const slot = at[n]!;
      if (slot < from || slot >= to) continue;
      time[size] = begins + slot * step;
      // The nearest double to the decimal: both are exact, and a division rounds once.
      open[size] = block.open[n]! / unit;
      high[size] = block.high[n]! / unit;
      low[size] = block.low[n]! / unit;
      close[size] = block.close[n]! / unit;
      size++;
    }
  }
  if (size === most) return { size, ...columns };
  return {
    size,
    time: time.subarray(0, size),
    open: open.subarray(0, size),
    high: high.subarray(0, size),
    low: low.subarray(0, size),
    close: close.subarray(0, size),
  };
}
