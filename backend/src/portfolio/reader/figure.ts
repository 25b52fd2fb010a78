import { Decimal } from '../../common/domain/index.js';

/** A figure that can be undefined; `reason` then says why, for people. */
export interface Figure {
  value: string | null;
  reason: string | null;
}

/** More than any screen shows, and short enough to send. */
const PLACES = 12;

export const known = (value: Decimal | string): Figure => ({
  value: typeof value === 'string' ? value : value.toDecimalPlaces(PLACES).toFixed(),
  reason: null,
});
export const unknown = (reason: string): Figure => ({ value: null, reason });

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** "20 Nov 2026" of a YYYY-MM-DD. */
export function dayInWords(day: string): string {
  const [year, month, date] = day.split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]} ${year}`;
}

const DAY_MS = 86_400_000;

/** The day so many days later; negative for earlier. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The midnight that ends a day. */
export const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
