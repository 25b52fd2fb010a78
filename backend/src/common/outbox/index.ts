export { Outbox } from './outbox.js';
export { HandlesOutbox, NotYet, UndeliverableError } from './outbox-handler.js';
export type { OutboxContext, OutboxHandler } from './outbox-handler.js';
export { LEASE_SECONDS, OutboxDelivery, retrySeconds } from './outbox-delivery.js';
export { OutboxBacklog, type BacklogOfKind } from './outbox-backlog.js';
export { OutboxRelay } from './outbox-relay.js';
export { OutboxMessage, OutboxMessageSchema } from './outbox-message.entity.js';
