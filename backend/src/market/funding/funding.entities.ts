import { defineEntity, p } from '@mikro-orm/core';
import { venues } from '../../exchange/index.js';

const contract = () => ({ venue: p.enum(venues).primary(), symbol: p.text().primary() });
const decimal = () => p.decimal('string').precision(38).scale(18);

/** What longs of a perpetual contract paid shorts, as the venue told it. Kept for ever; what was told once never changes. */
const FundingRateSchema = defineEntity({
  name: 'FundingRateRow',
  tableName: 'funding_rates',
  properties: {
    ...contract(),
    /** When it was settled: a whole minute, UTC. */
    at: p.datetime().primary(),
    /** Of one. */
    rate: decimal(),
    /** The price at which positions were valued; null: the venue does not tell. */
    mark: decimal().nullable(),
  },
});
export class FundingRateRow extends FundingRateSchema.class {}
FundingRateSchema.setClass(FundingRateRow);

/** How far the funding of a contract is known: everything that was settled from `known_from` on, and before `known_through`. */
const FundingSpanSchema = defineEntity({
  name: 'FundingSpan',
  tableName: 'funding_spans',
  properties: {
    ...contract(),
    knownFrom: p.datetime(),
    knownThrough: p.datetime(),
    /** Rates that came for a time of which it was known that there were none: whoever has concluded something from that has to think again. */
    lateCount: p.integer().default(0),
    askedAt: p.datetime(),
  },
});
export class FundingSpan extends FundingSpanSchema.class {}
FundingSpanSchema.setClass(FundingSpan);

export const fundingEntities = [FundingRateSchema, FundingSpanSchema] as const;
