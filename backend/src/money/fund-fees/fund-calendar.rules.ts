import { isCalendarDay } from '../../platform/domain/case-fields.schema.js';
import type { Day, DealingDate } from './fund-fees.types.js';

const DAY_MS = 86_400_000;

export const dayOf = (at: number): Day => Math.floor(at / DAY_MS);
export const startOf = (day: Day): number => day * DAY_MS;
export const closeOf = (day: Day): number => startOf(day + 1);
export const isMidnight = (at: number): boolean => at % DAY_MS === 0;
/** Returns the first 00:00 at or after a time. */
export const nextMidnight = (at: number): number => Math.ceil(at / DAY_MS) * DAY_MS;

/** `2026-12-31` */
export const dayText = (day: Day): string => new Date(startOf(day)).toISOString().slice(0, 10);
/** `2026-12` */
export const monthText = (day: Day): string => dayText(day).slice(0, 7);

/** Returns the day of `2026-12-31`; null for another text and for days that no calendar has. */
export const parseDay = (text: string): Day | null => (isCalendarDay(text) ? dayOf(Date.parse(text)) : null);

/** Returns the first day of `2026-12`; null for another text. */
export const parseMonth = (text: string): Day | null => parseDay(`${text}-01`);

/** Returns 00:00 after the last day of this day's month. */
export function monthEnd(day: Day): number {
  const date = new Date(startOf(day));
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}

export const isMonthEnd = (at: number): boolean => isMidnight(at) && new Date(at).getUTCDate() === 1;

/** Returns the first dealing day on or after a day. There is at least one date a year. */
export function dealingDayFrom(day: Day, dates: readonly DealingDate[]): Day {
  const year = new Date(startOf(day)).getUTCFullYear();
  const days = [year, year + 1].flatMap((of) => dates.map((date) => dayOf(Date.parse(`${of}-${date}`))));
  return Math.min(...days.filter((one) => one >= day));
}

export function isYearEnd(day: Day): boolean {
  const next = new Date(closeOf(day));
  return next.getUTCMonth() === 0 && next.getUTCDate() === 1;
}
