export { Idempotency, IdempotencyKeyReused, type KeyedRequest } from './idempotency.service.js';
export { IdempotencyKey } from './idempotency-key.decorator.js';
export { IdempotencyKeySchema } from './idempotency-key.entity.js';
export * from './idempotency-key.repository.js';
