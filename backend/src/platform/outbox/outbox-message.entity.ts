import { defineEntity, p } from '@mikro-orm/core';

const OutboxMessageSchema = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  properties: {
    /** UUID version 7: messages of one writer are sent in the order they were written. */
    id: p.uuid().primary(),
    kind: p.string().length(80),
    dedupeKey: p.string().length(200).unique(),
    /** Sealed JSON; null once sent, so that a token in an email is not kept. */
    payload: p.blob().nullable(),
    /** The id of the request that wrote it, for the delivery's log lines. */
    requestId: p.string().length(64).nullable(),
    /** The span that wrote it, as the parent of the delivery's span; null without traces. */
    traceparent: p.string().length(55).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    availableAt: p.datetime().defaultRaw('now()'),
    attempts: p.integer().default(0),
    enqueuedAt: p.datetime().nullable(),
    leaseUntil: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    deadAt: p.datetime().nullable(),
    /** When an admin retried it after it was given up: the deadline counts from here. */
    retriedAt: p.datetime().nullable(),
    /** When an admin dropped it after it was given up; the payload is deleted. */
    droppedAt: p.datetime().nullable(),
    error: p.string().length(500).nullable(),
  },
  indexes: [
    {
      name: 'outbox_waiting_index',
      expression: 'create index "outbox_waiting_index" on "outbox" ("available_at", "id") where "sent_at" is null and "dead_at" is null',
    },
    {
      name: 'outbox_dead_index',
      expression: 'create index "outbox_dead_index" on "outbox" ("dead_at", "id") where "dead_at" is not null and "dropped_at" is null',
    },
  ],
});

/** A side effect to run after a transaction has committed, written in that transaction (security 4.2). */
export class OutboxMessage extends OutboxMessageSchema.class {}
OutboxMessageSchema.setClass(OutboxMessage);
export { OutboxMessageSchema };
