import { describe, expect, it } from '@jest/globals';
import { ago, day, utc } from './date';

const now = Date.parse('2026-11-20T14:05:00Z');

describe('dates', () => {
  it('writes a moment in UTC, the same on every machine', () => {
    expect(utc('2026-11-20T14:05:09.123Z')).toBe('20 Nov 2026, 14:05 UTC');
    expect(utc('2026-01-02T00:00:00+02:00')).toBe('1 Jan 2026, 22:00 UTC');
  });

  it('never moves a plain day by a time zone', () => {
    expect(day('1991-04-12')).toBe('12 Apr 1991');
  });

  it('is relative under 24 hours only', () => {
    expect(ago('2026-11-20T14:04:31Z', now)).toBe('just now');
    expect(ago('2026-11-20T14:02:00Z', now)).toBe('3 min ago');
    expect(ago('2026-11-20T02:00:00Z', now)).toBe('12 h ago');
    expect(ago('2026-11-19T14:05:00Z', now)).toBe('19 Nov 2026, 14:05 UTC');
    expect(ago('2026-11-20T14:06:00Z', now)).toBe('20 Nov 2026, 14:06 UTC');
  });

  it('shows a dash for what is unknown', () => {
    expect([utc(null), utc('soon'), day(undefined), ago(null, now)]).toEqual(['–', '–', '–', '–']);
  });
});
