import { Decimal } from '../../../platform/domain/index.js';
import type { Market, Venue } from '../../venues/index.js';
import { POWERS, type CandleBlock } from './candle-block.js';

/** A pair on a venue's market; `symbol` as the venue spells it. */
export interface MarketSymbol {
  venue: Venue;
  market: Market;
  symbol: string;
}

/** Candles ordered by time, as columns of doubles. `time`: seconds since 1970 at which they open. */
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
/** YYYY-MM-DD of the UTC day of `second`. */
export const dayName = (second: number): string => new Date(second * 1000).toISOString().slice(0, 10);

/** The slots [from, to) of a block whose first slot begins at second `begins`. */
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
      // Both operands are exact and a division rounds once, so this is the double nearest to the decimal.
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

/** Opening time in seconds since 1970, then open, high, low and close as decimal strings. */
export type CandleRow = [time: number, open: string, high: string, low: string, close: string];

const text = (price: number) => new Decimal(price).toFixed();

/** Merges minutes into candles of `step` seconds, aligned to 1970, so that all charts have the same boundaries. */
export function gatherCandles({ size, time, open, high, low, close }: CandleColumns, step: number): CandleRow[] {
  const candles: CandleRow[] = [];
  for (let n = 0; n < size;) {
    const begins = Math.floor(time[n]! / step) * step;
    const first = n;
    let [top, bottom] = [high[n]!, low[n]!];
    for (n++; n < size && time[n]! < begins + step; n++) {
      top = Math.max(top, high[n]!);
      bottom = Math.min(bottom, low[n]!);
    }
    candles.push([begins, text(open[first]!), text(top), text(bottom), text(close[n - 1]!)]);
  }
  return candles;
}
