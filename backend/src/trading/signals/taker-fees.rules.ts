import type { Market, Venue } from '../venues/index.js';

/** Taker fees that signals are scored with, as shares of the traded value (rules.md 1). */
export const SCORING_FEES: Record<Market, string> = { spot: '0.001', futures: '0.0005' };

/**
 * Taker fees of each venue for accounts without a discount, as shares of the traded value: the venues' published schedules. A member with a
 * discount pays less than computed.
 */
export const TAKER_FEES: Record<Venue, Record<Market, string>> = {
  binance: { spot: '0.001', futures: '0.0005' },
  bybit: { spot: '0.001', futures: '0.00055' },
  okx: { spot: '0.001', futures: '0.0005' },
};
