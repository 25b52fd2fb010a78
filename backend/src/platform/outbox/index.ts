export { Outbox } from './outbox.service.js';
export { HandlesOutbox, DeferDelivery, UndeliverableError } from './outbox-handler.port.js';
export type { OutboxContext, OutboxHandler } from './outbox-handler.port.js';
export { OutboxDelivery, retrySeconds } from './outbox-delivery.handler.js';
export { LEASE_SECONDS, OutboxMessageRepository } from './outbox-message.repository.js';
export { OutboxBacklog, type BacklogOfKind } from './outbox-backlog.sql.js';
export { OutboxRelay } from './outbox-relay.loop.js';
export { OutboxMessage, OutboxMessageSchema } from './outbox-message.entity.js';
