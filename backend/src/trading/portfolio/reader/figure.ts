import { Decimal } from '../../../platform/domain/index.js';

/** A figure that may be undefined, for a `reason` to be shown to people. */
export interface Figure {
  value: string | null;
  reason: string | null;
}

/** Decimal places on the wire: more than any screen shows. */
const PLACES = 12;

export const known = (value: Decimal | string): Figure => ({
  value: typeof value === 'string' ? value : value.toDecimalPlaces(PLACES).toFixed(),
  reason: null,
});
export const unknown = (reason: string): Figure => ({ value: null, reason });

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Formats YYYY-MM-DD as "20 Nov 2026". */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

const DAY_MS = 86_400_000;

/** Returns the day `days` later; negative for earlier. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the midnight that ends a day. */
export const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
