import { defineEntity, p } from '@mikro-orm/core';
import { uuidv7 } from '../../platform/domain/index.js';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { markets, venues } from '../venues/index.js';
import type { MarketReference } from './market-reference.types.js';
import { sides, type SignalTerms } from './signal.input.js';

const price = () => p.decimal('string').precision(38).scale(18);

const SignalSchema = defineEntity({
  name: 'Signal',
  tableName: 'signals',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** As typed; `base` and `quote` are parsed from it. */
    asset: p.string().length(45),
    base: p.string().length(20),
    quote: p.string().length(20),
    tradeType: p.string().length(5),
    side: p.enum(sides),
    timeFrame: p.string().length(100),
    riskLevel: p.string().length(100),
    leverage: p.string().length(10),
    leverageFactor: p.smallint(),
    recommendedPositionSize: p.string().length(100),
    duration: p.string().length(100),
    currentPrice: price(),
    entryPrice: price(),
    stopLoss: price(),
    trailingStopLoss: p.string().length(30),
    takeProfit1: price().name('take_profit_1'),
    takeProfit2: price().name('take_profit_2'),
    takeProfit3: price().name('take_profit_3'),
    marketCondition: p.string().length(500),
    signalMessage: p.string().length(4000),
    /** YYYY-MM-DD */
    date: p.date(),
    /** HH:MM or HH:MM:SS, UTC. */
    time: p.string().length(8),
    projectedDateOfClosure: p.string().length(40),
    /** Its instant; of a day, the end. */
    projectedClosureAt: p.datetime(),
    publishedAt: p.datetime().defaultRaw('now()'),
    /** Market on which it is scored; null in signals from before scoring. */
    venue: p.enum(venues).nullable(),
    market: p.enum(markets).nullable(),
    /** Market price at publication: the ask for a long signal, the bid for a short one; null if the venue did not answer. */
    referencePrice: price().nullable(),
    /** No foreign key: published rows must not change when a user is erased. */
    createdBy: p.uuid(),
  },
  indexes: [
    { name: 'signals_published_at_index', properties: ['publishedAt', 'id'] },
    { name: 'signals_asset_index', properties: ['base', 'quote', 'id'] },
    { name: 'signals_date_index', properties: ['date', 'time', 'id'] },
    // Trigrams of one text with all searched fields (signal.repository.ts).
    {
      name: 'signals_search_index',
      expression:
        `create index "signals_search_index" on "signals" using gin (("base" || '/' || "quote" || ' ' || "base" || "quote" || ' ' || ` +
        `"market_condition" || ' ' || "signal_message") gin_trgm_ops)`,
    },
  ],
  triggers: appendOnly('signals'),
});

/** A published trade idea. Never changed or removed. */
export class Signal extends SignalSchema.class {
  constructor(terms: SignalTerms, reference: MarketReference, createdBy: string) {
    super();
    this.id = uuidv7();
    Object.assign(this, terms, { createdBy, venue: reference.venue, market: reference.market, referencePrice: reference.price });
  }
}
SignalSchema.setClass(Signal);
export { SignalSchema };
