/** The rates of one of the bank's days: units of each currency for one euro, as decimal text with the bank's digits. */
export interface DayRates {
  /** YYYY-MM-DD */
  day: string;
  rates: ReadonlyMap<string, string>;
}

export interface StoredRate {
  day: string;
  rate: string;
}

/** Figures are computed and stored in this currency, and members who chose none see it. */
export const BASE_CURRENCY = 'USD';
/** The currency that the bank's rates are for one unit of. */
export const REFERENCE_CURRENCY = 'EUR';
/** Rates of an older day are not shown; the bank's longest pause, at Easter, is five days. */
export const MAX_AGE_DAYS = 7;

const DAY_MS = 86_400_000;

/** Returns the first day whose rates are not too old on `today`. */
export const firstUsableDay = (today: string): string => dayOf(new Date(Date.parse(today) - MAX_AGE_DAYS * DAY_MS));

export const daysBetween = (earlier: string, later: string): number => (Date.parse(later) - Date.parse(earlier)) / DAY_MS;

/** Returns the UTC day of an instant as YYYY-MM-DD. */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10);
