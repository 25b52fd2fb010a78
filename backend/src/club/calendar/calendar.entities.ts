import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { calendarAudiences, calendarKinds, calendarStates, type CalendarLanguage } from './calendar.types.js';

const CalendarEventSchema = defineEntity({
  name: 'CalendarEvent',
  tableName: 'calendar_events',
  properties: {
    /** UUID version 7. Names the event in calendar files. */
    id: p.uuid().primary(),
    /** Names the event in addresses. Follows the title until the publication, and then stays. */
    slug: p.string().length(80),
    kind: p.enum(calendarKinds),
    title: p.text(),
    summary: p.text(),
    /** Markdown. */
    description: p.text(),
    language: p.string().length(10).$type<CalendarLanguage>().nullable(),
    startsAt: p.datetime(),
    endsAt: p.datetime(),
    audience: p.enum(calendarAudiences),
    /** Places; null: any number. */
    capacity: p.integer().nullable(),
    /** For those who signed up. */
    joinUrl: p.text().nullable(),
    /** For members who may read the event, after its end. */
    recordingUrl: p.text().nullable(),
    state: p.enum(calendarStates).default('draft'),
    /** From 1. Each save raises it: of two editors who began with the same one the second is refused. */
    revision: p.integer().default(1),
    /** SEQUENCE of calendar files: raised when the event moves or is cancelled. */
    sequence: p.integer().default(0),
    publishedAt: p.datetime().nullable(),
    /** Since when members know these times: the publication, or the last move. Reminders that were due before are not sent. */
    scheduledAt: p.datetime().nullable(),
    cancelledAt: p.datetime().nullable(),
    /** Null: their account no longer exists. */
    author: () => p.manyToOne(User).name('author_id').mapToPk().nullable().deleteRule('set null'),
    createdAt: p.datetime().defaultRaw('now()'),
    /** Of the last change of anything. */
    updatedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'calendar_events_times_check',
      expression: `"ends_at" > "starts_at" and "ends_at" <= "starts_at" + '24:00:00'::interval`,
    },
    { name: 'calendar_events_capacity_check', expression: `"capacity" > 0` },
    {
      name: 'calendar_events_state_dates_check',
      expression:
        `(not "state" in ('published', 'cancelled') or num_nonnulls("published_at", "scheduled_at") = 2) and ` +
        `("state" = 'cancelled') = ("cancelled_at" is not null)`,
    },
  ],
  uniques: [{ name: 'calendar_events_slug_unique', properties: ['slug'] }],
  indexes: [
    { name: 'calendar_events_starts_index', properties: ['startsAt', 'id'] },
    { name: 'calendar_events_updated_index', properties: ['updatedAt', 'id'] },
    { name: 'calendar_events_author_index', properties: ['author'] },
  ],
});

/** An event of the club that members attend, such as a webinar. */
export class CalendarEvent extends CalendarEventSchema.class {}
CalendarEventSchema.setClass(CalendarEvent);

const CalendarSignupSchema = defineEntity({
  name: 'CalendarSignup',
  tableName: 'calendar_signups',
  properties: {
    event: () => p.manyToOne(CalendarEvent).name('event_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    signedUpAt: p.datetime().defaultRaw('now()'),
    /** When the member was reminded of the present times; null: not yet. A move of the event empties both. */
    dayRemindedAt: p.datetime().nullable(),
    hourRemindedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'calendar_signups_user_index', properties: ['user'] }],
});

/** A member who takes part in an event. */
export class CalendarSignup extends CalendarSignupSchema.class {}
CalendarSignupSchema.setClass(CalendarSignup);

export const calendarEntities = [CalendarEventSchema, CalendarSignupSchema] as const;
