/** A period of the club's share. `to` is exclusive. */
export interface CalendarPeriod {
  name: string;
  from: Date;
  to: Date;
}

const yearStart = (year: number): Date => new Date(Date.UTC(year, 0, 1));

/**
 * Returns the periods from the year of `first` to the running one, in order: calendar years in UTC, divided where the owner closed a
 * market cycle. `cycles`: their ends, in order. A year is named `2026`, its parts `2026-1`, `2026-2`.
 */
export function calendarPeriods(first: Date, now: Date, cycles: readonly Date[]): CalendarPeriod[] {
  const from = Math.min(first.getUTCFullYear(), now.getUTCFullYear());
  const years = Array.from({ length: now.getUTCFullYear() - from + 1 }, (_, n) => from + n);
  return years.flatMap((year) => {
    const [start, end] = [yearStart(year), yearStart(year + 1)];
    const bounds = [start, ...cycles.filter((cycle) => cycle > start && cycle < end), end];
    const parts = bounds.slice(1).map((to, n) => ({ from: bounds[n]!, to }));
    return parts.map((part, n) => ({ name: parts.length === 1 ? String(year) : `${year}-${n + 1}`, ...part }));
  });
}

/** Returns the start of the period that runs now. */
export function runningSince(now: Date, cycles: readonly Date[]): Date {
  return calendarPeriods(now, now, cycles).findLast(({ from }) => from <= now)!.from;
}
