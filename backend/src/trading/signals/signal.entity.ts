import { defineEntity, p } from '@mikro-orm/core';
import { uuidv7 } from '../../platform/domain/index.js';
import { appendOnly } from '../../platform/persistence/append-only.js';
import { markets, venues } from '../exchange/index.js';
import type { MarketReference } from './market-reference.js';
import { sides, type SignalTerms } from './signal-terms.js';

const price = () => p.decimal('string').precision(38).scale(18);

const SignalSchema = defineEntity({
  name: 'Signal',
  tableName: 'signals',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    /** As typed, and beside it what it stands for. */
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
    /** The instant it stands for; of a day, its end. */
    projectedClosureAt: p.datetime(),
    publishedAt: p.datetime().defaultRaw('now()'),
    /** Where it is scored; null before signals were scored. */
    venue: p.enum(venues).nullable(),
    market: p.enum(markets).nullable(),
    /**
     * What the market offered when it was published: the ask for a long signal, the bid for a short one; null where the venue did not
     * answer.
     */
    referencePrice: price().nullable(),
    /** No foreign key: erasing a person must not need an edit of what was published. */
    createdBy: p.uuid(),
  },
  indexes: [
    { name: 'signals_published_at_index', properties: ['publishedAt', 'id'] },
    { name: 'signals_asset_index', properties: ['base', 'quote', 'id'] },
    { name: 'signals_date_index', properties: ['date', 'time', 'id'] },
    // Trigrams of one text that holds all that is searched (signal-reader.ts).
    {
      name: 'signals_search_index',
      expression: `create index "signals_search_index" on "signals" using gin (("base" || '/' || "quote" || ' ' || "base" || "quote" || ' ' || "market_condition" || ' ' || "signal_message") gin_trgm_ops)`,
    },
  ],
  // What members were told cannot be told differently afterwards.
  triggers: appendOnly('signals'),
});

/** One trade idea as it was published to members. Nothing changes or removes it. */
export class Signal extends SignalSchema.class {
  constructor(terms: SignalTerms, reference: MarketReference, createdBy: string) {
    super();
    this.id = uuidv7();
    Object.assign(this, terms, { createdBy, venue: reference.venue, market: reference.market, referencePrice: reference.price });
  }
}
SignalSchema.setClass(Signal);
export { SignalSchema };
