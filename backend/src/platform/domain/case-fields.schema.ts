import { z } from 'zod';
import { NotExact, scaled } from './scaled.js';

/** More digits than a JSON number is sure to keep. */
const SURE_DIGITS = 15;
/** The last time that a Date can hold. */
const MAX_TIME = 8.64e15;
const INSTANT = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?)?$/;

/** A decimal string, or a JSON number that reads as one; as an integer of 10^-18. */
export const decimal = z.union([z.string(), z.number()], 'Give a decimal string, like "100.5"').transform((value, context) => {
  const text = String(value);
  if (typeof value === 'number' && text.replace(/^-?0?\.?0*|\./g, '').length > SURE_DIGITS) {
    context.addIssue('Give it as a decimal string: a number of so many digits may have lost some');
    return z.NEVER;
  }
  try {
    return scaled(text);
  } catch (error) {
    if (!(error instanceof NotExact)) throw error;
    context.addIssue('Give a decimal string of at most 18 places, like "100.5"');
    return z.NEVER;
  }
});

/** An ISO date or time (UTC where it names no zone), or milliseconds since 1970. */
export const instant = z.union([z.string(), z.number()], 'Give a time, like "2026-01-31T00:00:00Z"').transform((value, context) => {
  const text = String(value);
  const at =
    typeof value === 'number'
      ? value
      : INSTANT.test(text) && isCalendarDay(text.slice(0, 10))
        ? Date.parse(text.includes('T') && !/(Z|[+-]\d\d:\d\d)$/.test(text) ? `${text}Z` : text)
        : NaN;
  if (Number.isSafeInteger(at) && Math.abs(at) <= MAX_TIME) return at;
  context.addIssue('Give a time, like "2026-01-31T00:00:00Z", or milliseconds since 1970');
  return z.NEVER;
});

/** Returns whether a text is a day of the calendar, like `2026-12-31`: Date.parse also takes 30 February. */
export function isCalendarDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}
