import type { Venue } from '../venues/index.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns the venue's name of the spot pair ETH/USDT. BTC needs none: its price is part of every stored day. */
export const etherPair = (venue: Venue): string => (venue === 'okx' ? 'ETH-USDT' : 'ETHUSDT');

/**
 * Returns when a benchmark is priced: at every midnight after `firstDay`, and for the last day at the last full hour before the reading,
 * whose price all accounts share.
 */
export function benchmarkInstants(firstDay: string, readAt: number): number[] {
  const instants: number[] = [];
  for (let at = Date.parse(`${firstDay}T00:00:00Z`) + DAY_MS; at <= readAt; at += DAY_MS) instants.push(at);
  return [...instants, readAt - (readAt % HOUR_MS)];
}
