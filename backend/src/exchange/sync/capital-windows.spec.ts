import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { windowsOf } from './capital-sync.js';

const DAYS_90 = 90 * 86_400_000;

describe('windows', () => {
  it('cover the span newest first, without gap or overlap, none longer than the venue allows', () => {
    const time = fc.integer({ min: 1_500_000_000_000, max: 1_900_000_000_000 });
    fc.assert(
      fc.property(time, time, (a, b) => {
        const span = { from: new Date(Math.min(a, b)), to: new Date(Math.max(a, b)) };
        const windows = windowsOf(span, DAYS_90);
        expect(windows[0]!.to.getTime()).toBeGreaterThanOrEqual(span.to.getTime());
        expect(windows.at(-1)!.from.getTime()).toBeLessThanOrEqual(span.from.getTime());
        windows.forEach(({ from, to }, i) => {
          expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(DAYS_90);
          expect(from.getTime() % 1000).toBe(0);
          expect((to.getTime() + 1) % 1000).toBe(0);
          if (i > 0) expect(to.getTime()).toBe(windows[i - 1]!.from.getTime() - 1);
        });
      }),
    );
  });

  it('are as few as can be', () => {
    const to = new Date('2026-11-21T00:00:00Z');
    expect(windowsOf({ from: new Date(to.getTime() - 3 * 365 * 86_400_000), to }, DAYS_90)).toHaveLength(13);
  });
});
