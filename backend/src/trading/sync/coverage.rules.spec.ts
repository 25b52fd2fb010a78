import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { coveredEnd, gapsOf, newestWindows, withSpan, type Spans } from './coverage.rules.js';
import type { Span } from './cursor-update.js';

const DAY = 86_400_000;
const span = (from: number, to: number): Span => ({ from: new Date(from), to: new Date(to) });
const numbers = (spans: Spans) => spans.map(({ from, to }) => [from.getTime(), to.getTime()]);
const covers = (spans: Spans, time: number) => spans.some(({ from, to }) => from.getTime() <= time && time < to.getTime());

const time = fc.integer({ min: 0, max: 200 });
const anySpan = fc.tuple(time, time).map(([a, b]) => span(a, b));
const union = (parts: readonly Span[]) => parts.reduce<Spans>((spans, part) => withSpan(spans, part), []);

describe('spans', () => {
  it('join where they touch or overlap, and stay apart where they do not', () => {
    expect(numbers(union([span(5, 10), span(20, 30), span(10, 12), span(25, 40)]))).toEqual([
      [5, 12],
      [20, 40],
    ]);
    expect(numbers(union([span(5, 10), span(20, 30), span(1, 50)]))).toEqual([[1, 50]]);
    expect(numbers(union([span(5, 5), span(9, 3)]))).toEqual([]);
  });

  it('never cover less after another was added, and exactly what any of them covers', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 12 }), anySpan, time, (parts, more, at) => {
        const before = union(parts);
        const after = withSpan(before, more);
        if (covers(before, at)) expect(covers(after, at)).toBe(true);
        expect(covers(after, at)).toBe([...parts, more].some(({ from, to }) => from.getTime() <= at && at < to.getTime()));
      }),
    );
  });

  it('stay sorted, apart and not empty, whatever order they come in', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 12 }), (parts) => {
        const spans = union(parts);
        expect(numbers(spans)).toEqual(numbers(union([...parts].reverse())));
        spans.forEach(({ from, to }, i) => {
          expect(from < to).toBe(true);
          if (i > 0) expect(spans[i - 1]!.to < from).toBe(true);
        });
        expect(coveredEnd(spans)?.getTime() ?? null).toBe(spans.length === 0 ? null : Math.max(...numbers(spans).map(([, to]) => to!)));
      }),
    );
  });
});

describe('gaps', () => {
  it('are what the whole has and the spans do not', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 12 }), anySpan, time, (parts, whole, at) => {
        const spans = union(parts);
        const inside = whole.from.getTime() <= at && at < whole.to.getTime();
        expect(covers(gapsOf(spans, whole), at)).toBe(inside && !covers(spans, at));
      }),
    );
  });

  it('are gone once they are all read', () => {
    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 12 }), anySpan, (parts, whole) => {
        const spans = union(parts);
        expect(gapsOf(gapsOf(spans, whole).reduce<Spans>(withSpan, spans), whole)).toEqual([]);
      }),
    );
  });
});

describe('windows', () => {
  const moment = fc.integer({ min: 1_500_000_000_000, max: 1_900_000_000_000 });
  const gap = fc
    .tuple(moment, moment)
    .filter(([a, b]) => Math.abs(a - b) > 1000)
    .map(([a, b]) => span(Math.min(a, b), Math.max(a, b)));

  it('read a gap newest first, each no longer than the venue allows and from a whole second on, until nothing of it is left', () => {
    fc.assert(
      fc.property(gap, (whole) => {
        const windows = newestWindows([whole], 90 * DAY, 1000);
        const read = windows.reduce<Spans>((spans, { from, to }) => withSpan(spans, { from, to: new Date(to.getTime() + 1) }), []);
        expect(gapsOf(read, whole)).toEqual([]);
        windows.forEach(({ from, to }, i) => {
          expect(to.getTime() - from.getTime()).toBeLessThanOrEqual(90 * DAY);
          expect(from.getTime() % 1000).toBe(0);
          if (i > 0) expect(to < windows[i - 1]!.from).toBe(true);
        });
        expect(windows.length).toBeLessThanOrEqual(Math.ceil((whole.to.getTime() - whole.from.getTime()) / (90 * DAY - 1000)) + 1);
      }),
    );
  });

  it('are as few as can be', () => {
    const to = Date.UTC(2026, 10, 21);
    expect(newestWindows([span(to - 3 * 365 * DAY, to)], 90 * DAY, 1000)).toHaveLength(13);
    expect(newestWindows([span(to - 3 * 365 * DAY, to)], 90 * DAY, 4)).toHaveLength(4);
  });

  it('take the newest of several gaps first', () => {
    const windows = newestWindows([span(0, 10_000), span(50_000, 60_000)], 8000, 3);
    expect(windows.map(({ from, to }) => [from.getTime(), to.getTime()])).toEqual([
      [52_000, 59_999],
      [50_000, 51_999],
      [2000, 9999],
    ]);
  });
});
