export { Outbox } from './outbox.js';
export { HandlesOutbox, NotYet, UndeliverableError } from './outbox-handler.js';
export type { OutboxContext, OutboxHandler } from './outbox-handler.js';
export { OutboxDelivery, retrySeconds } from './outbox-delivery.js';
export { LEASE_SECONDS, OutboxMessageRepository } from './outbox-message.repository.js';
export { OutboxBacklog, type BacklogOfKind } from './outbox-backlog.sql.js';
export { OutboxRelay } from './outbox-relay.js';
export { OutboxMessage, OutboxMessageSchema } from './outbox-message.entity.js';
