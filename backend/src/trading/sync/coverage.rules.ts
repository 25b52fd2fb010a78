import type { TimeWindow } from '../venues/index.js';
import type { Span } from './cursor-update.js';

/**
 * Arithmetic on time ranges that are proven complete: half open, sorted and disjoint, like PostgreSQL's tstzmultirange. The database joins
 * ranges in the statement that writes the rows; these functions compute what is left to read.
 */
export type Spans = readonly Span[];

const SECOND_MS = 1000;

/** Adds a range; adjacent and overlapping ranges are merged. An empty or inverted range changes nothing. */
export function withSpan(spans: Spans, added: Span): Spans {
  if (added.from >= added.to) return spans;
  const apart = spans.filter(({ from, to }) => to < added.from || from > added.to);
  const joined = spans.filter(({ from, to }) => to >= added.from && from <= added.to);
  const from = joined.reduce((earliest, span) => (span.from < earliest ? span.from : earliest), added.from);
  const to = joined.reduce((latest, span) => (span.to > latest ? span.to : latest), added.to);
  return [...apart, { from, to }].sort((a, b) => a.from.getTime() - b.from.getTime());
}

/** Returns the parts of `whole` that are in none of the ranges, oldest first. */
export function gapsOf(spans: Spans, whole: Span): Spans {
  const gaps: Span[] = [];
  let from = whole.from;
  for (const span of spans) {
    if (span.to <= from) continue;
    if (span.from >= whole.to) break;
    if (span.from > from) gaps.push({ from, to: span.from });
    from = span.to;
  }
  if (from < whole.to) gaps.push({ from, to: whole.to });
  return gaps;
}

/** Returns the end of the newest range, or null. */
export function coveredEnd(spans: Spans): Date | null {
  return spans.at(-1)?.to ?? null;
}

/** Returns the newest part of the newest gap, at most `lengthMs` long and starting on a whole second; null where no gap is left. */
export function newestWindow(gaps: Spans, lengthMs: number): TimeWindow | null {
  const gap = gaps.at(-1);
  if (!gap) return null;
  const to = gap.to.getTime() - 1;
  // Some histories are dated in whole seconds; a window that became too long by rounding leaves its first second to the next one.
  const from = Math.floor(Math.max(gap.from.getTime(), to - lengthMs) / SECOND_MS) * SECOND_MS;
  return { from: new Date(to - from > lengthMs ? from + SECOND_MS : from), to: new Date(to) };
}

/** Returns the next `count` windows of the gaps, newest first. */
export function newestWindows(gaps: Spans, lengthMs: number, count: number): TimeWindow[] {
  const windows: TimeWindow[] = [];
  let left: Spans = gaps;
  for (let window = newestWindow(left, lengthMs); window && windows.length < count; window = newestWindow(left, lengthMs)) {
    windows.push(window);
    const gap = left.at(-1)!;
    left = window.from > gap.from ? [...left.slice(0, -1), { from: gap.from, to: window.from }] : left.slice(0, -1);
  }
  return windows;
}
