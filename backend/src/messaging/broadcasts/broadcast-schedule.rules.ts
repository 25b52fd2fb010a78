import { z } from 'zod';
import { InvalidInput } from '../../platform/domain/index.js';
import { instantOf, isTimeZone } from '../preferences/index.js';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MAX_AHEAD_MS = 366 * DAY_MS;
/** Where each day begins first: 14 hours before UTC. */
const FIRST_ZONE = 'Pacific/Kiritimati';
/** Where each day begins last: 12 hours after UTC. */
const LAST_ZONE = 'Etc/GMT+12';

/**
 * When a broadcast leaves. `moment`: at one time for everybody. `local`: at a date and time on the clock of each recipient, as
 * `2026-12-24T09:00`.
 */
export type Schedule = { at: 'moment'; startsAt: Date } | { at: 'local'; local: string };

const LOCAL = /^\d{4}-\d{2}-\d{2}T([01]\d|2[0-3]):[0-5]\d$/;
const isDay = (local: string) => {
  const day = new Date(`${local.slice(0, 10)}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(local.slice(0, 10));
};

export const scheduleSchema = z.discriminatedUnion(
  'at',
  [
    z.strictObject({
      at: z.literal('moment'),
      startsAt: z.iso
        .datetime({ offset: true, error: 'startsAt must be a date and time with a zone, as 2026-12-24T09:00:00Z' })
        .transform((text) => new Date(text)),
    }),
    z.strictObject({
      at: z.literal('local'),
      local: z
        .string('local must be a date and time, as 2026-12-24T09:00')
        .refine((text) => LOCAL.test(text) && isDay(text), 'local must be a date and time, as 2026-12-24T09:00'),
    }),
  ],
  'schedule.at must be moment or local',
);

/**
 * Returns when the clock of a zone shows a local date and time. As at the beginning of quiet hours, a doubled hour means its first, and a
 * missing one the moment at which the clock is put forward.
 */
export function localInstant(timeZone: string, local: string): Date {
  const minute = Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));
  return instantOf(timeZone, Date.parse(`${local.slice(0, 10)}T00:00:00Z`), minute, 'first');
}

/**
 * Returns when the first email of a schedule can leave; the recipients are stored then. Throws InvalidInput for a local time that has
 * passed in any zone.
 */
export function startOf(schedule: Schedule, now: Date): Date {
  const start = schedule.at === 'moment' ? schedule.startsAt : localInstant(FIRST_ZONE, schedule.local);
  const field = schedule.at === 'moment' ? 'schedule.startsAt' : 'schedule.local';
  if (start.getTime() <= now.getTime()) {
    throw InvalidInput.field(
      field,
      schedule.at === 'moment'
        ? 'Choose a time that has not passed'
        : 'Choose a later time: this one has passed in the first time zones, which are 14 hours ahead of UTC',
    );
  }
  if (start.getTime() - now.getTime() > MAX_AHEAD_MS) throw InvalidInput.field(field, 'Choose a time within the next 366 days');
  return start;
}

/** Returns when the last time zone reaches a local time. */
export const lastInstant = (local: string): Date => localInstant(LAST_ZONE, local);

/** When each of these zones shows a local time. A name that this runtime does not know counts as the club's zone. */
export const instantsIn = (zones: readonly string[], clubZone: string, local: string): { zone: string; at: Date }[] =>
  zones.map((zone) => ({ zone, at: localInstant(isTimeZone(zone) ? zone : clubZone, local) }));
