import { describe, expect, it } from '@jest/globals';
import { instantsIn, localInstant, scheduleSchema, startOf } from './broadcast-schedule.rules.js';

const at = (zone: string, local: string) => localInstant(zone, local).toISOString();

describe('a local time', () => {
  it.each([
    ['UTC', '2026-12-24T09:00', '2026-12-24T09:00:00.000Z'],
    ['Europe/Madrid', '2026-12-24T09:00', '2026-12-24T08:00:00.000Z'],
    ['Asia/Kolkata', '2026-12-24T09:00', '2026-12-24T03:30:00.000Z'],
    ['America/New_York', '2026-12-24T00:00', '2026-12-24T05:00:00.000Z'],
    ['Pacific/Kiritimati', '2026-12-24T00:00', '2026-12-23T10:00:00.000Z'],
  ])('of %s at %s', (zone, local, expected) => {
    expect(at(zone, local)).toBe(expected);
  });

  // Madrid, 28 March 2027: from 02:00 to 03:00 at 01:00 UTC. 31 October 2027: from 03:00 back to 02:00 at 01:00 UTC.
  it('that is missing is the moment of the change, and one that comes twice the first', () => {
    expect(at('Europe/Madrid', '2027-03-28T02:30')).toBe('2027-03-28T01:00:00.000Z');
    expect(at('Europe/Madrid', '2027-10-31T02:30')).toBe('2027-10-31T00:30:00.000Z');
  });

  it('of an unknown zone is the time in the zone of the club', () => {
    expect(instantsIn(['Mars/Olympus', 'UTC'], 'Europe/Madrid', '2026-12-24T09:00')).toEqual([
      { zone: 'Mars/Olympus', at: new Date('2026-12-24T08:00:00Z') },
      { zone: 'UTC', at: new Date('2026-12-24T09:00:00Z') },
    ]);
  });

  it('must be ahead in every zone, and starts in the first one', () => {
    const now = new Date('2026-12-23T18:00:00Z');
    expect(startOf({ at: 'local', local: '2026-12-24T09:00' }, now).toISOString()).toBe('2026-12-23T19:00:00.000Z');
    expect(() => startOf({ at: 'local', local: '2026-12-24T08:00' }, now)).toThrow(/14 hours ahead of UTC/);
    expect(() => startOf({ at: 'moment', startsAt: now }, now)).toThrow(/has not passed/);
    expect(() => startOf({ at: 'moment', startsAt: new Date('2028-01-01T00:00:00Z') }, now)).toThrow(/366 days/);
  });

  it.each(['2026-02-30T09:00', '2026-12-24', '2026-12-24T24:00', '2026-12-24T09:00Z', '26-12-24T09:00'])('is not %p', (local) => {
    expect(scheduleSchema.safeParse({ at: 'local', local }).success).toBe(false);
  });
});
