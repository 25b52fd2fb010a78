export { Idempotency, IdempotencyKeyReused, type KeyedRequest } from './idempotency.js';
export { IdempotencyKey } from './idempotency-key.js';
export { IdempotencyKeySchema } from './idempotency-key.entity.js';
export * from './idempotency-key.repository.js';
