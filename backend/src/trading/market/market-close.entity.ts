import { defineEntity, p } from '@mikro-orm/core';
import { venues } from '../venues/index.js';

/** Close of the venue's one-minute candle that ends at `at`. Immutable, kept for ever. */
const MarketCloseSchema = defineEntity({
  name: 'MarketClose',
  tableName: 'market_closes',
  properties: {
    venue: p.enum(venues).primary(),
    market: p.enum(['spot', 'futures'] as const).primary(),
    symbol: p.text().primary(),
    /** A whole minute, UTC. */
    at: p.datetime().primary(),
    /** With the venue's digits; null: the venue has no candle there and is not asked again. */
    price: p.decimal('string').columnType('numeric').nullable(),
  },
});
export class MarketClose extends MarketCloseSchema.class {}
MarketCloseSchema.setClass(MarketClose);
export { MarketCloseSchema };
