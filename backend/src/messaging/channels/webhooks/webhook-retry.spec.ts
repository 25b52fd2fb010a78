import { describe, expect, it } from '@jest/globals';
import { retryAfterSeconds, retrySeconds } from './webhook-retry.rules.js';

const HOUR = 3600;

describe('retrySeconds', () => {
  it('follows the schedule of Standard Webhooks: ten tries', () => {
    const delays = Array.from({ length: 10 }, (_, n) => retrySeconds(n + 1, 0.5));
    expect(delays).toEqual([5, 300, 1800, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR, null]);
  });

  it('spreads each delay by a fifth', () => {
    expect([retrySeconds(2, 0), retrySeconds(2, 1)]).toEqual([240, 360]);
    for (let n = 0; n < 100; n++) {
      const delay = retrySeconds(3)!;
      expect(delay >= 1440 && delay <= 2160).toBe(true);
    }
  });
});

describe('retryAfterSeconds', () => {
  const now = new Date('2026-11-23T08:00:00Z');
  it.each([
    ['120', 120],
    ['0', 0],
    ['Mon, 23 Nov 2026 08:01:00 GMT', 60],
    ['Mon, 23 Nov 2026 07:00:00 GMT', 0],
    ['999999999', 24 * HOUR],
    ['soon', null],
    [undefined, null],
  ])('reads %p as %p', (header, seconds) => {
    expect(retryAfterSeconds(header, now)).toEqual(seconds);
  });
});
