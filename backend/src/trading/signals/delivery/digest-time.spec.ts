import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextDigestAt } from './digest-time.rules.js';

const HOUR_MS = 3_600_000;

describe('the time of the daily email', () => {
  it.each([
    ['before eight', 'UTC', '2026-11-24T07:59:59Z', '2026-11-24T08:00:00Z'],
    ['at eight: the next day', 'UTC', '2026-11-24T08:00:00Z', '2026-11-25T08:00:00Z'],
    ['in Madrid in winter', 'Europe/Madrid', '2026-11-24T06:00:00Z', '2026-11-24T07:00:00Z'],
    ['over the change to summer', 'Europe/Madrid', '2026-03-28T07:30:00Z', '2026-03-29T06:00:00Z'],
    ['over the change to winter', 'Europe/Madrid', '2026-10-24T06:30:00Z', '2026-10-25T07:00:00Z'],
    ['at half an hour', 'Asia/Kolkata', '2026-11-24T02:29:00Z', '2026-11-24T02:30:00Z'],
    ['behind UTC', 'America/Los_Angeles', '2026-11-25T01:00:00Z', '2026-11-25T16:00:00Z'],
  ])('%s', (_name, zone, now, due) => {
    expect(nextDigestAt(zone, new Date(now))).toEqual(new Date(due));
  });

  it('is within a day and an hour, and shows eight on the clock', () => {
    const zones = ['UTC', 'Europe/Madrid', 'Asia/Kolkata', 'America/Los_Angeles', 'Pacific/Auckland', 'America/St_Johns', 'Africa/Cairo'];
    const moments = fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true });
    fc.assert(
      fc.property(fc.constantFrom(...zones), moments, (zone, now) => {
        const due = nextDigestAt(zone, now);
        expect(due.getTime()).toBeGreaterThan(now.getTime());
        expect(due.getTime() - now.getTime()).toBeLessThanOrEqual(25 * HOUR_MS);
        const clock = new Intl.DateTimeFormat('en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
        expect(clock.format(due)).toBe('08:00');
      }),
    );
  });
});
