import { defineEntity, p } from '@mikro-orm/core';
import { venues } from '../../venues/index.js';

const contract = () => ({ venue: p.enum(venues).primary(), symbol: p.text().primary() });
const decimal = () => p.decimal('string').precision(38).scale(18);

/** A funding rate of a perpetual contract: what longs paid shorts. Immutable, kept for ever. */
const FundingRateSchema = defineEntity({
  name: 'FundingRateRow',
  tableName: 'funding_rates',
  properties: {
    ...contract(),
    /** Settlement time: a whole minute, UTC. */
    at: p.datetime().primary(),
    /** A fraction: 0.0001 is 0.01 %. */
    rate: decimal(),
    /** Mark price at settlement; null: not provided by the venue. */
    mark: decimal().nullable(),
  },
});
export class FundingRateRow extends FundingRateSchema.class {}
FundingRateSchema.setClass(FundingRateRow);

/** The range in which all funding rates of a contract are known: [known_from, known_through). */
const FundingSpanSchema = defineEntity({
  name: 'FundingSpan',
  tableName: 'funding_spans',
  properties: {
    ...contract(),
    knownFrom: p.datetime(),
    knownThrough: p.datetime(),
    /** Rates that arrived inside the known range. A change invalidates conclusions drawn before. */
    lateCount: p.integer().default(0),
    askedAt: p.datetime(),
  },
});
export class FundingSpan extends FundingSpanSchema.class {}
FundingSpanSchema.setClass(FundingSpan);

export const fundingEntities = [FundingRateSchema, FundingSpanSchema] as const;
