import { createHash } from 'node:crypto';
import { toDecimal } from '../../../../platform/domain/scaled.js';
import type { CandleColumns } from '../../../market/index.js';
import { settledBy, type FundingSeries, type Score } from '../engine/index.js';

export interface PaidFunding {
  /** Seconds since 1970. */
  time: number;
  /** Integers of 10^-18. */
  rate: bigint;
  price: bigint;
}

/**
 * Computes the SHA-256 in hex of the data behind a score, as little-endian doubles. For each candle: opening time in seconds, open, high,
 * low and close. Minutes come first, then the one-second candles of ambiguous minutes, then paid funding (time, rate, price), each ordered
 * by time.
 */
export function candlesDigest(
  minutes: CandleColumns,
  from: number,
  to: number,
  seconds: readonly CandleColumns[],
  funding: readonly PaidFunding[],
): string {
  const hash = createHash('sha256').update(bytesOf(minutes, from, to));
  for (const one of seconds) hash.update(bytesOf(one, 0, one.size));
  hash.update(doubles(funding.flatMap(({ time, rate, price }) => [time, Number(toDecimal(rate)), Number(toDecimal(price))])));
  return hash.digest('hex');
}

/** Returns the funding settlements during which the position was open. */
export function paidFunding({ status, entry, exits }: Score, funding: FundingSeries | undefined): PaidFunding[] {
  const last = exits.at(-1);
  if (funding === undefined || status !== 'closed' || entry === null || last === undefined) return [];
  const [from, to] = [settledBy(funding, entry.time), settledBy(funding, last.time)];
  return funding.rows.slice(from, to).map(({ time, rate }, n) => ({ time, rate, price: funding.prices[from + n]! }));
}

function bytesOf({ time, open, high, low, close }: CandleColumns, from: number, to: number): Uint8Array {
  const view = new DataView(new ArrayBuffer((to - from) * 40));
  for (let n = from, at = 0; n < to; n++)
    for (const value of [time[n]!, open[n]!, high[n]!, low[n]!, close[n]!]) view.setFloat64((at += 8) - 8, value, true);
  return new Uint8Array(view.buffer);
}

function doubles(values: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(values.length * 8));
  for (const [n, value] of values.entries()) view.setFloat64(n * 8, value, true);
  return new Uint8Array(view.buffer);
}
