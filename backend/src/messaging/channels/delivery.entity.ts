import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import { deliveryStates } from './channel.types.js';
import { ChannelAddress } from './channel-address.entity.js';
import { decisions } from './console/delivery-result.rules.js';

const DeliverySchema = defineEntity({
  name: 'Delivery',
  tableName: 'deliveries',
  properties: {
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    /** The subject of its events: a signal, or a test event. No foreign key: subjects are of many kinds. */
    threadId: p.uuid(),
    address: () => p.manyToOne(ChannelAddress).name('address_id').mapToPk().deleteRule('cascade'),
    state: p.enum(deliveryStates).default('queued'),
    /** Tries of the wanted revision. */
    attempts: p.integer().default(0),
    availableAt: p.datetime().defaultRaw('now()'),
    /** Of a device: until when quiet hours hold it back, and then it is summed up with others. */
    heldUntil: p.datetime().nullable(),
    /** Of the worker that holds it, and its proof of that; one that has run out belonged to a worker that died. */
    leaseUntil: p.datetime().nullable(),
    /** Set just before the request: from then on it may have arrived. */
    wiredAt: p.datetime().nullable(),
    /** What the last request carried. */
    wiredRevision: p.integer().nullable(),
    /** The other side's own name of the message. */
    providerId: p.string().length(100).nullable(),
    /** Of Telegram: the numbers of answers to that message. */
    replyIds: p.json<string[]>().nullable(),
    wantedRevision: p.integer(),
    sentRevision: p.integer().nullable(),
    /** The member asked for it: it may be late. */
    isReplay: p.boolean().default(false),
    lastAnswer: p.string().length(1000).nullable(),
    /** What a person decided about the last try whose outcome was unknown. */
    decision: p.enum(decisions).nullable(),
    decidedBy: () => p.manyToOne(User).name('decided_by').mapToPk().deleteRule('set null').updateRule('no action').nullable(),
    decidedAt: p.datetime().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  uniques: [{ name: 'deliveries_thread_unique', properties: ['threadId', 'address'] }],
  indexes: [
    { name: 'deliveries_address_index', properties: ['address', 'updatedAt', 'id'] },
    { name: 'deliveries_updated_index', properties: ['updatedAt'] },
    {
      name: 'deliveries_due_index',
      expression:
        'create index "deliveries_due_index" on "deliveries" ("available_at", "id") ' +
        `where "state" in ('queued', 'failed_retryable', 'uncertain')`,
    },
    {
      name: 'deliveries_decided_by_index',
      expression: 'create index "deliveries_decided_by_index" on "deliveries" ("decided_by") where "decided_by" is not null',
    },
    // The console counts and lists those that wait for a decision.
    {
      name: 'deliveries_uncertain_index',
      expression: `create index "deliveries_uncertain_index" on "deliveries" ("updated_at", "id") where "state" = 'uncertain'`,
    },
    {
      name: 'deliveries_quiet_index',
      expression: 'create index "deliveries_quiet_index" on "deliveries" ("held_until") where "held_until" is not null',
    },
    {
      name: 'deliveries_held_index',
      expression: `create index "deliveries_held_index" on "deliveries" ("lease_until") where "state" in ('claimed', 'sending')`,
    },
  ],
  checks: [{ name: 'deliveries_decided_check', expression: `("decision" is null) = ("decided_at" is null)` }],
});

/** The delivery of one subject to one address. A later revision of the subject updates this row. */
export class Delivery extends DeliverySchema.class {}
DeliverySchema.setClass(Delivery);
export { DeliverySchema };
