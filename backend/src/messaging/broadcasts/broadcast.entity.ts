import { randomUUID } from 'node:crypto';
import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../../club/users/index.js';
import type { Segment } from './broadcast-segment.schema.js';
import { audiences, broadcastKinds, broadcastStates, type Audience, type BroadcastKind, type DeliveryCounts } from './broadcast.types.js';

const BroadcastSchema = defineEntity({
  name: 'Broadcast',
  tableName: 'broadcasts',
  properties: {
    id: p.uuid().primary(),
    subject: p.string().length(200),
    /** Plain text. */
    message: p.text(),
    audience: p.enum(audiences),
    /** The one recipient of the audience `user`. */
    audienceUser: () => p.manyToOne(User).name('audience_user_id').mapToPk().deleteRule('cascade').nullable(),
    /** The conditions of the audience `segment`. */
    segment: p.json<Segment>().nullable(),
    kind: p.enum(broadcastKinds),
    state: p.enum(broadcastStates).default('scheduled'),
    createdBy: () => p.manyToOne(User).name('created_by').mapToPk().deleteRule('set null').nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** The first mail leaves no earlier: until then it can be cancelled without a trace in anybody's mailbox. */
    startsAt: p.datetime(),
    /** Since when it is in the notification centre of its audience: its start, or at a local time that time in the last zone. */
    announcedAt: p.datetime().nullable(),
    /** The date and time at which it leaves on the clock of each recipient, as 2026-12-24T09:00; null: when it starts, for all of them. */
    localStart: p.string().length(16).nullable(),
    /** When the recipients were stored; null: they are stored when it starts. Until then it can be edited. */
    recipientsAt: p.datetime().defaultRaw('now()').nullable(),
    finishedAt: p.datetime().nullable(),
    /** Later than now while the mail server is out of reach; `setbacks` counts how often in a row it was. */
    availableAt: p.datetime().defaultRaw('now()'),
    setbacks: p.integer().default(0),
    /** What the mail server said when it last was out of reach. */
    problem: p.string().length(300).nullable(),
    /** The sums over the ledger once nothing in it changes any more: of a hundred thousand rows, counted once. */
    finalCounts: p.json<Partial<DeliveryCounts>>().nullable(),
  },
  indexes: [
    { name: 'broadcasts_created_index', properties: ['createdAt', 'id'] },
    { name: 'broadcasts_state_index', properties: ['state', 'startsAt', 'id'] },
    {
      name: 'broadcasts_announced_index',
      expression: 'create index "broadcasts_announced_index" on "broadcasts" ("announced_at", "id") where "announced_at" is not null',
    },
  ],
  checks: [
    { name: 'broadcasts_audience_user_check', expression: `("audience" = 'user') = ("audience_user_id" is not null)` },
    { name: 'broadcasts_segment_check', expression: `("audience" = 'segment') = ("segment" is not null)` },
  ],
});

/** What a broadcast cannot live without. */
export interface NewBroadcast {
  subject: string;
  message: string;
  audience: Audience;
  audienceUser: string | null;
  segment: Segment | null;
  localStart: string | null;
  kind: BroadcastKind;
  createdBy: string;
}

/** One message to many. Its recipients are frozen in `broadcast_deliveries` when it is made or, if it is planned, when it starts. */
export class Broadcast extends BroadcastSchema.class {
  constructor(fields: NewBroadcast) {
    super();
    this.id = randomUUID();
    Object.assign(this, fields);
  }
}
BroadcastSchema.setClass(Broadcast);
export { BroadcastSchema };
