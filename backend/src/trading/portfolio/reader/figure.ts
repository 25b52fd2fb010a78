import { Decimal } from '../../../platform/domain/index.js';
import type { Reason } from './reason.types.js';

/** A figure that may be unknown or undefined, with the reason. */
export interface Figure {
  value: string | null;
  reason: Reason | null;
}

/** Decimal places on the wire: more than any screen shows. */
const PLACES = 12;

export const known = (value: Decimal | string): Figure => ({
  value: typeof value === 'string' ? value : value.toDecimalPlaces(PLACES).toFixed(),
  reason: null,
});
export const unknown = (reason: Reason): Figure => ({ value: null, reason });

const DAY_MS = 86_400_000;

/** Returns the day `days` later; negative for earlier. */
export const dayAfter = (day: string, days = 1): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** Returns the midnight that ends a day. */
export const endOf = (day: string): Date => new Date(Date.parse(`${day}T00:00:00Z`) + DAY_MS);
