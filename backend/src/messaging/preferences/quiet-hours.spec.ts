import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isTimeZone } from './local-time.rules.js';
import type { QuietHours } from './notification.types.js';
import { quietUntil } from './quiet-hours.rules.js';

const minutes = (clock: string): number => {
  const [hour, minute] = clock.split(':').map(Number);
  return hour! * 60 + minute!;
};
const hours = (from: string, to: string, timeZone = 'Europe/Madrid'): QuietHours => ({ from: minutes(from), to: minutes(to), timeZone });
const until = (quiet: QuietHours, at: string) => quietUntil(quiet, new Date(at))?.toISOString() ?? null;

describe('quiet hours', () => {
  it('are none where a member has none', () => {
    expect(quietUntil(null, new Date())).toBeNull();
  });

  it('last from the first minute to the last, which is not one of them', () => {
    const noon = hours('12:00', '13:30', 'UTC');
    expect([until(noon, '2026-12-05T11:59:59.999Z'), until(noon, '2026-12-05T13:30:00Z')]).toEqual([null, null]);
    expect([until(noon, '2026-12-05T12:00:00Z'), until(noon, '2026-12-05T13:29:59.999Z')]).toEqual([
      '2026-12-05T13:30:00.000Z',
      '2026-12-05T13:30:00.000Z',
    ]);
  });

  it('go over midnight on the clock of the member', () => {
    const night = hours('22:00', '07:00');
    expect(until(night, '2026-12-05T20:59:00Z')).toBeNull();
    expect(until(night, '2026-12-05T21:00:00Z')).toBe('2026-12-06T06:00:00.000Z');
    expect(until(night, '2026-12-06T05:59:00Z')).toBe('2026-12-06T06:00:00.000Z');
    expect(until(night, '2026-12-06T06:00:00Z')).toBeNull();
    // Summer: an hour earlier in UTC.
    expect(until(night, '2026-07-05T20:00:00Z')).toBe('2026-07-06T05:00:00.000Z');
  });

  // Madrid, 29 March 2026: from 02:00 to 03:00 at 01:00 UTC. 25 October 2026: from 03:00 back to 02:00 at 01:00 UTC.
  it.each([
    ['end within the missing hour', hours('22:00', '02:30'), '2026-03-29T00:59:00Z', '2026-03-29T01:00:00.000Z'],
    ['are over when the missing hour has passed', hours('22:00', '02:30'), '2026-03-29T01:00:00Z', null],
    ['begin within the missing hour', hours('02:30', '06:00'), '2026-03-29T01:00:00Z', '2026-03-29T04:00:00.000Z'],
    ['have not begun before it', hours('02:30', '06:00'), '2026-03-29T00:59:00Z', null],
    ['are not there where they lie within it', hours('02:10', '02:50'), '2026-03-29T01:00:00Z', null],
    ['span it, an hour shorter', hours('22:00', '07:00'), '2026-03-28T23:00:00Z', '2026-03-29T05:00:00.000Z'],
  ])('%s', (_, quiet, at, expected) => {
    expect(until(quiet, at)).toBe(expected);
  });

  it.each([
    ['end at the second half past two', hours('22:00', '02:30'), '2026-10-25T00:15:00Z', '2026-10-25T01:30:00.000Z'],
    ['stay between the first and the second', hours('22:00', '02:30'), '2026-10-25T00:45:00Z', '2026-10-25T01:30:00.000Z'],
    ['are over after the second', hours('22:00', '02:30'), '2026-10-25T01:30:00Z', null],
    ['begin at the first half past two', hours('02:30', '06:00'), '2026-10-25T00:30:00Z', '2026-10-25T05:00:00.000Z'],
    ['span the doubled hour, an hour longer', hours('22:00', '07:00'), '2026-10-24T23:00:00Z', '2026-10-25T06:00:00.000Z'],
    ['are one where the next begin before they end', hours('02:40', '02:30'), '2026-10-24T12:00:00Z', '2026-10-26T01:30:00.000Z'],
  ])('%s', (_, quiet, at, expected) => {
    expect(until(quiet, at)).toBe(expected);
  });

  it('know changes of half an hour, and of a whole day', () => {
    // Lord Howe, 4 October 2026: from 02:00 to 02:30 at 15:30 UTC of the day before.
    expect(until(hours('22:00', '02:15', 'Australia/Lord_Howe'), '2026-10-03T15:00:00Z')).toBe('2026-10-03T15:30:00.000Z');
    // Apia had no 30 December 2011.
    expect(until(hours('22:00', '07:00', 'Pacific/Apia'), '2011-12-30T09:00:00Z')).toBe('2011-12-30T17:00:00.000Z');
  });

  const zones = [
    'UTC',
    'Europe/Madrid',
    'America/New_York',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'America/St_Johns',
    'Africa/Casablanca',
  ];
  const aMinute = fc.integer({ min: 0, max: 1439 });
  const anyHours = fc.record({ from: aMinute, to: aMinute, timeZone: fc.constantFrom(...zones) }).filter(({ from, to }) => from !== to);
  const anyMoment = fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true });
  const minuteOn = (timeZone: string, at: Date) =>
    minutes(new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(at));
  const isBetween = ({ from, to }: QuietHours, minute: number) =>
    from < to ? minute >= from && minute < to : minute >= from || minute < to;

  it('hold whenever the clock of the member lies between their ends', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (quiet, at) => {
        if (isBetween(quiet, minuteOn(quiet.timeZone, at))) expect(quietUntil(quiet, at)).not.toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  it('hold at no other time, but within the change of a clock', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (quiet, at) => {
        const offset = (moment: number) => minuteOn(quiet.timeZone, new Date(moment)) - minuteOn('UTC', new Date(moment));
        const around = [-4, 4].map((h) => (offset(at.getTime() + h * 3_600_000) + 2880) % 1440);
        fc.pre(around[0] === around[1]);
        if (!isBetween(quiet, minuteOn(quiet.timeZone, at))) expect(quietUntil(quiet, at)).toBeNull();
      }),
      { numRuns: 400 },
    );
  });

  it('end later than now, after two days at most, and are over then', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (quiet, at) => {
        const end = quietUntil(quiet, at);
        if (!end) return;
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(end.getTime() - at.getTime()).toBeLessThanOrEqual(49 * 3_600_000);
        expect(quietUntil(quiet, end)).toBeNull();
      }),
      { numRuns: 400 },
    );
  });
});

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Madrid', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Madrid', 'Europe/Nowhere', '+02:00', '../etc/passwd', 'Europe/Madrid\n', 'x'.repeat(100)])('does not know %p', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
