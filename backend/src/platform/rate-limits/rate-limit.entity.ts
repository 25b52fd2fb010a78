import { defineEntity, p } from '@mikro-orm/core';

/** Columns as rate-limiter-flexible requires them. */
const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  tableName: 'rate_limits',
  properties: {
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    /** Milliseconds since 1970. */
    expire: p.bigint().nullable(),
  },
  indexes: [{ name: 'rate_limits_expire_index', properties: ['expire'] }],
});

export class RateLimit extends RateLimitSchema.class {}
RateLimitSchema.setClass(RateLimit);
export { RateLimitSchema };
