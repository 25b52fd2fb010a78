import { defineEntity, p } from '@mikro-orm/core';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKeyRecord',
  tableName: 'idempotency_keys',
  properties: {
    /** The user. No foreign key: common/ knows no users, and the row is deleted after a day. */
    userId: p.uuid().primary(),
    route: p.string().length(60).primary(),
    key: p.string().length(255).primary(),
    /** SHA-256 of the request: the same key with another request is refused. */
    requestHash: p.blob(),
    /** The response body, JSON. Null only inside the transaction that is about to write it. */
    body: p.text().nullable(),
    /** The value of `X-Total-Count`. */
    total: p.integer().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'idempotency_keys_created_at_index', properties: ['createdAt'] }],
});

/** A request that was made with an `Idempotency-Key`, and its response. */
export class IdempotencyKeyRecord extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKeyRecord);
export { IdempotencyKeySchema };
