import { defineEntity, p } from '@mikro-orm/core';

/** A reference rate of the European Central Bank: units of `currency` for one euro. Immutable, kept for ever. */
const FxRateSchema = defineEntity({
  name: 'FxRate',
  tableName: 'fx_rates',
  properties: {
    /** ISO 4217; the euro itself has no row. */
    currency: p.string().length(3).primary(),
    /** The bank's working day. */
    day: p.date().primary(),
    /** With the bank's digits. */
    rate: p.decimal('string').columnType('numeric'),
    storedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'fx_rates_rate_check', expression: '"rate" > 0' }],
  indexes: [{ name: 'fx_rates_day_index', properties: ['day'] }],
});
export class FxRate extends FxRateSchema.class {}
FxRateSchema.setClass(FxRate);
export { FxRateSchema };
