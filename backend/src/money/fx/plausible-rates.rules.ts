import { Decimal } from '../../platform/domain/index.js';
import { BASE_CURRENCY, daysBetween, MAX_AGE_DAYS, type DayRates, type StoredRate } from './fx.types.js';

/** A change by more than a fifth against the last stored day is taken for a mistake. */
const MAX_CHANGE = '0.2';

/** A document that cannot be true; nothing of it is stored. */
export class ImplausibleRates extends Error {
  override readonly name = 'ImplausibleRates';
}

export interface Judged {
  days: DayRates[];
  /** Currencies that were left out of a day because they changed too much. */
  leftOut: { day: string; currency: string }[];
}

/**
 * Chooses what is stored of a document: days later than `newestDay`, without currencies that changed by more than a fifth since their last
 * known rate. Every conversion depends on the dollar, so a change of it refuses the document. A last known rate that is too old to be shown
 * proves nothing: a currency that did fall by a fifth is back after a week.
 */
export function judgeRates(
  document: readonly DayRates[],
  { today, newestDay, last }: { today: string; newestDay: string | null; last: ReadonlyMap<string, StoredRate> },
): Judged {
  if (document.some(({ day }) => day > today)) throw new ImplausibleRates('the document has rates of a day that has not come yet');
  const known = new Map(last);
  const judged: Judged = { days: [], leftOut: [] };
  for (const { day, rates } of document) {
    if (newestDay !== null && day <= newestDay) continue;
    const accepted = new Map<string, string>();
    for (const [currency, rate] of rates) {
      if (isPlausible(known.get(currency), day, rate)) accepted.set(currency, rate);
      else if (currency === BASE_CURRENCY) throw new ImplausibleRates(`the dollar changed by more than a fifth by ${day}`);
      else judged.leftOut.push({ day, currency });
    }
    for (const [currency, rate] of accepted) known.set(currency, { day, rate });
    judged.days.push({ day, rates: accepted });
  }
  return judged;
}

function isPlausible(before: StoredRate | undefined, day: string, rate: string): boolean {
  if (before === undefined || daysBetween(before.day, day) > MAX_AGE_DAYS) return true;
  const change = new Decimal(rate).minus(before.rate).abs();
  return change.lte(new Decimal(before.rate).times(MAX_CHANGE));
}
