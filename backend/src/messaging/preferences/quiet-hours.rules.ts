import { instantOf, localDay, nextDay, previousDay } from './local-time.rules.js';
import type { QuietHours } from './notification.types.js';

/** The quiet hours that begin on a day of the member's clock. The clock's changes never make them shorter than what the clock shows. */
function quietWindowOf({ from, to, timeZone }: QuietHours, day: number): { begin: Date; end: Date } {
  return {
    begin: instantOf(timeZone, day, from, 'first'),
    end: instantOf(timeZone, to > from ? day : nextDay(day), to, 'last'),
  };
}

/** Returns when the quiet hours end that a member has at this moment; null outside of them. */
export function quietUntil(hours: QuietHours | null, now: Date): Date | null {
  if (!hours) return null;
  const today = localDay(hours.timeZone, now);
  let end: Date | null = null;
  for (const day of [previousDay(today), today, nextDay(today)]) {
    const window = quietWindowOf(hours, day);
    // The next ones begin before these end where a doubled hour lies between them: then it is one quiet time.
    if (window.begin <= (end ?? now) && (end ?? now) < window.end) end = window.end;
  }
  return end;
}
