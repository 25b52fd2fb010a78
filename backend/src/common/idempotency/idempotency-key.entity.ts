import { defineEntity, p } from '@mikro-orm/core';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKeyRecord',
  tableName: 'idempotency_keys',
  properties: {
    /** Whose key it is. No foreign key: common/ knows no users, and a day later the row is gone. */
    userId: p.uuid().primary(),
    route: p.string().length(60).primary(),
    key: p.string().length(255).primary(),
    /** SHA-256 of what was asked: the same key with another question is refused. */
    requestHash: p.blob(),
    /** The answer as it was sent, JSON. Null only inside the transaction that is about to write it. */
    body: p.text().nullable(),
    /** What `X-Total-Count` said. */
    total: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'idempotency_keys_created_at_index', properties: ['createdAt'] }],
});

/** One request that was made with an `Idempotency-Key`, and its answer. */
export class IdempotencyKeyRecord extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKeyRecord);
export { IdempotencyKeySchema };
