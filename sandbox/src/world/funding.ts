import { exact } from './book.ts';
import type { Position } from './book.ts';
import { parts } from './decimal.ts';
import type { Market } from './market.ts';
import { fraction, hashText, mix } from './random.ts';
import { FUNDING_INTERVAL } from './time.ts';

const MILLION = 1_000_000;
/** Rates lie between -0.01 % and +0.01 %: over the months they nearly cancel out. */
const MOST = 100;

/** In millionths; the contract's own, the same for all. */
export function fundingRate(symbol: string, time: number): number {
  return Math.round((fraction(mix(hashText(`funding|${symbol}`), time / FUNDING_INTERVAL)) * 2 - 1) * MOST);
}

/** What a position is paid at one settlement: longs pay shorts where the rate is above zero. */
export function fundingOf({ symbol, amount }: Position, market: Market, time: number): bigint {
  if (amount === 0n) return 0n;
  return -parts(exact(amount, market.futures(symbol, time)), fundingRate(symbol, time), MILLION);
}
