import { z } from 'zod';
import { markets, venues, type MarketDataGateway } from '../venues/index.js';
import type { MarketSymbol } from './candles/index.js';

/** A pair on a venue's market, as jobs carry it. */
export const marketPair = {
  venue: z.enum(venues),
  market: z.enum(markets),
  base: z.string().max(20),
  quote: z.string().max(20),
};
const pair = z.object(marketPair);
/** What is computed from the same candles, such as signals or alerts, is worked on together. */
export type MarketPair = z.output<typeof pair>;

/** Returns the venue's symbol of a pair, for reading its candles. */
export function symbolOfPair(gateway: MarketDataGateway, { venue, market, base, quote }: MarketPair): MarketSymbol {
  return { venue, market, symbol: gateway.market(venue, { lane: 'backfill', maxWaitMs: 0 }).symbolOf(market, base, quote) };
}
