import { createHash } from 'node:crypto';
import { toDecimal } from '../../../platform/domain/scaled.js';
import type { CandleColumns } from '../../market/index.js';
import type { PaidFunding } from './paid-funding.js';

/**
 * SHA-256 in hex over candles: of each, one after the other, the second at which it opens, open, high, low and close as little-endian
 * doubles. Minutes first, then the seconds of those minutes that did not tell what came first, in the order of time, then the funding that
 * was paid: of each the second, the rate and the price.
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
