import { defineEntity, p } from '@mikro-orm/core';
import { venues } from '../exchange/index.js';

/** What a pair traded at when a minute ended: the close of the venue's one-minute candle that ends at `at`. Kept for ever, it never changes. */
const MarketCloseSchema = defineEntity({
  name: 'MarketClose',
  tableName: 'market_closes',
  properties: {
    venue: p.enum(venues).primary(),
    /** spot, or futures for the last trade of a contract. */
    market: p.enum(['spot', 'futures'] as const).primary(),
    symbol: p.text().primary(),
    /** A whole minute, UTC. */
    at: p.datetime().primary(),
    /** With the venue's digits; null: the venue has no candle there, and is not asked again. */
    price: p.decimal('string').columnType('numeric').nullable(),
  },
});
export class MarketClose extends MarketCloseSchema.class {}
MarketCloseSchema.setClass(MarketClose);
export { MarketCloseSchema };
