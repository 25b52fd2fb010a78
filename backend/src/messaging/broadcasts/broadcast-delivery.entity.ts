import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { Broadcast } from './broadcast.entity.js';
import { deliveryStatuses } from './broadcast.types.js';

const BroadcastDeliverySchema = defineEntity({
  name: 'BroadcastDelivery',
  tableName: 'broadcast_deliveries',
  properties: {
    /** Names the mail in its Message-ID, on every try. */
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    broadcast: () => p.manyToOne(Broadcast).name('broadcast_id').mapToPk().deleteRule('cascade'),
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    /** From 1: the order in which mails leave. */
    position: p.integer(),
    status: p.enum(deliveryStatuses).default('queued'),
    attempts: p.integer().default(0),
    availableAt: p.datetime().defaultRaw('now()'),
    /** Of the worker that has it; one that has run out belonged to a worker that died. */
    leaseUntil: p.datetime().nullable(),
    sentAt: p.datetime().nullable(),
    /** What the mail server said last, or why it was not asked. */
    lastAnswer: p.string().length(300).nullable(),
    /** When its recipient turned news off by the link in it. */
    unsubscribedAt: p.datetime().nullable(),
  },
  uniques: [
    { name: 'broadcast_deliveries_recipient_unique', properties: ['broadcast', 'user'] },
    { name: 'broadcast_deliveries_position_unique', properties: ['broadcast', 'position'] },
  ],
  indexes: [
    { name: 'broadcast_deliveries_user_index', properties: ['user'] },
    { name: 'broadcast_deliveries_status_index', properties: ['broadcast', 'status', 'position'] },
    {
      name: 'broadcast_deliveries_waiting_index',
      expression:
        'create index "broadcast_deliveries_waiting_index" on "broadcast_deliveries" ("broadcast_id", "position") ' +
        `where "status" in ('queued', 'uncertain', 'failed_retryable')`,
    },
    {
      name: 'broadcast_deliveries_due_index',
      expression:
        'create index "broadcast_deliveries_due_index" on "broadcast_deliveries" ("broadcast_id", "available_at") ' +
        `where "status" in ('queued', 'uncertain', 'failed_retryable')`,
    },
    {
      name: 'broadcast_deliveries_unsubscribed_index',
      expression:
        'create index "broadcast_deliveries_unsubscribed_index" on "broadcast_deliveries" ("broadcast_id", "position") ' +
        'where "unsubscribed_at" is not null',
    },
    {
      name: 'broadcast_deliveries_leased_index',
      expression: `create index "broadcast_deliveries_leased_index" on "broadcast_deliveries" ("lease_until") where "status" = 'sending'`,
    },
    {
      name: 'broadcast_deliveries_tried_index',
      expression:
        'create index "broadcast_deliveries_tried_index" on "broadcast_deliveries" ("user_id") ' +
        `where "status" in ('sending', 'uncertain', 'failed_retryable')`,
    },
  ],
});

/** The ledger of a broadcast: one row a recipient. Every count is a sum over it. */
export class BroadcastDelivery extends BroadcastDeliverySchema.class {}
BroadcastDeliverySchema.setClass(BroadcastDelivery);
export { BroadcastDeliverySchema };
