import { defineEntity, p } from '@mikro-orm/core';
import { audiences } from './channel.types.js';

/** The unique index that numbers the states of a subject. */
export const ONE_REVISION = 'events_revision_unique';

const ChannelEventSchema = defineEntity({
  name: 'ChannelEvent',
  tableName: 'events',
  properties: {
    /** UUID version 7. Names the message on every channel. */
    id: p.uuid().primary(),
    /** `signal.published` */
    kind: p.string().length(40),
    /** What it is about: the thread of its deliveries. */
    subjectId: p.uuid(),
    /** From 1: the states of one subject. */
    revision: p.integer(),
    audience: p.enum(audiences),
    /** JSON, kept byte for byte: a repeated message must not differ. */
    payload: p.text(),
    /** It needs no sound. */
    isSilent: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Nothing is delivered afterwards, unless the member asks for a replay. */
    expiresAt: p.datetime(),
    /** Addresses up to this id have their delivery; null: none of them yet. */
    afterAddress: p.uuid().nullable(),
    fannedOutAt: p.datetime().nullable(),
  },
  uniques: [{ name: ONE_REVISION, properties: ['subjectId', 'revision'] }],
  indexes: [
    {
      name: 'events_waiting_index',
      expression: 'create index "events_waiting_index" on "events" ("created_at", "id") where "fanned_out_at" is null',
    },
    // The notification centre lists the newest.
    {
      name: 'events_readers_index',
      expression: `create index "events_readers_index" on "events" ("created_at", "id") where "audience" = 'signal-readers'`,
    },
    // Test events are deleted with the log.
    {
      name: 'events_owner_index',
      expression: `create index "events_owner_index" on "events" ("created_at") where "audience" = 'owner'`,
    },
  ],
});

/** A revision of a subject, such as a signal, with its whole state. A later revision replaces an earlier one. */
export class ChannelEvent extends ChannelEventSchema.class {}
ChannelEventSchema.setClass(ChannelEvent);
export { ChannelEventSchema };
