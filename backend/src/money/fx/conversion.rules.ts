import { Decimal } from '../../platform/domain/index.js';
import { BASE_CURRENCY, daysBetween, MAX_AGE_DAYS, REFERENCE_CURRENCY, type StoredRate } from './fx.types.js';

/** The bank's rates have five to six significant digits; a quotient of two has no more. */
const SIGNIFICANT_DIGITS = 6;

export interface Conversion {
  currency: string;
  /** Units of `currency` for one unit of the base currency. Members see all its digits, and figures are converted at exactly this. */
  rate: string;
  day: string;
}

export type ConversionProblem = 'missing' | 'outdated';

/** Rates of one currency and of the base currency on the newest day that has both; `rate` is undefined for the euro. */
export interface RatePair {
  day: string;
  base: string;
  rate: string | undefined;
}

/** Returns how figures are shown in `currency`; neither a conversion nor a problem: as they are. */
export function conversionTo(
  currency: string,
  pair: RatePair | null,
  today: string,
): { conversion: Conversion | null; problem: ConversionProblem | null } {
  if (currency === BASE_CURRENCY) return { conversion: null, problem: null };
  if (pair === null) return { conversion: null, problem: 'missing' };
  if (isOutdated(pair.day, today)) return { conversion: null, problem: 'outdated' };
  const rate = new Decimal(pair.rate ?? 1).div(pair.base).toSignificantDigits(SIGNIFICANT_DIGITS).toFixed();
  return { conversion: { currency, rate, day: pair.day }, problem: null };
}

/** Returns the currencies that figures can be shown in: the dollar and the euro first, the others in alphabetical order. */
export function convertible(latest: ReadonlyMap<string, StoredRate>, today: string): string[] {
  const base = latest.get(BASE_CURRENCY);
  if (base === undefined || isOutdated(base.day, today)) return [BASE_CURRENCY];
  const others = [...latest].filter(([currency, { day }]) => currency !== BASE_CURRENCY && !isOutdated(day, today));
  return [BASE_CURRENCY, REFERENCE_CURRENCY, ...others.map(([currency]) => currency).toSorted()];
}

const isOutdated = (day: string, today: string) => daysBetween(day, today) > MAX_AGE_DAYS;
