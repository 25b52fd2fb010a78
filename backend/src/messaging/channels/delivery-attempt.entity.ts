import { defineEntity, p } from '@mikro-orm/core';
import { outcomes } from './channel.types.js';
import { Delivery } from './delivery.entity.js';

/** Characters of an answer that are kept. */
export const ANSWER_LENGTH = 1000;

const DeliveryAttemptSchema = defineEntity({
  name: 'DeliveryAttempt',
  tableName: 'delivery_attempts',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    delivery: () => p.manyToOne(Delivery).name('delivery_id').mapToPk().deleteRule('cascade'),
    at: p.datetime().defaultRaw('now()'),
    revision: p.integer(),
    /** HTTP status; null: no answer. */
    status: p.smallint().nullable(),
    /** Null: the worker died. */
    ms: p.integer().nullable(),
    answer: p.string().length(ANSWER_LENGTH),
    /** Null: of a try before outcomes were stored. */
    outcome: p.enum(outcomes).nullable(),
  },
  indexes: [
    { name: 'delivery_attempts_delivery_index', properties: ['delivery', 'at'] },
    { name: 'delivery_attempts_at_index', properties: ['at'] },
  ],
});

/** One try of a delivery. Kept for 30 days. */
export class DeliveryAttempt extends DeliveryAttemptSchema.class {}
DeliveryAttemptSchema.setClass(DeliveryAttempt);
export { DeliveryAttemptSchema };
