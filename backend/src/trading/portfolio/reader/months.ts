import type { DayFlag } from '../portfolio.entities.js';
import { chainReturn, movedOf, profitOf } from './chain.js';
import { dayAfter, type Figure, unknown } from './figure.js';
import type { DayView } from './stored-portfolio.types.js';

export interface MonthOf {
  month: string;
  change: Figure;
  profit: Figure;
  inflow: Figure;
  outflow: Figure;
  equity: string | null;
  whole: boolean;
  flags: DayFlag[];
}

interface Part {
  name: string;
  days: DayView[];
  /** Last earlier day with a known value. */
  before: DayView | null;
  /** Day before it. */
  eve: DayView | null;
}

/** Groups days by the first `letters` letters of their date. */
function partsBy(letters: number, days: readonly DayView[], before: DayView | null): Part[] {
  const parts: Part[] = [];
  let [known, eve] = [before, before];
  for (const day of days) {
    const name = day.day.slice(0, letters);
    if (parts.at(-1)?.name !== name) parts.push({ name, days: [], before: known, eve });
    parts.at(-1)!.days.push(day);
    if (day.equity !== null) known = day;
    eve = day;
  }
  return parts;
}

/** Returns the return of a part; unknown if the value at its beginning is, because the next valuation closes a longer period. */
function changeOf(days: readonly DayView[], base: DayView | null, eve: DayView | null): Figure {
  return eve && eve.equity === null ? unknown({ id: 'portfolio.no-value-on-day', day: eve.day }) : chainReturn(days, base);
}

export function monthsOf(days: readonly DayView[], before: DayView | null, unvalued: ReadonlySet<string>): MonthOf[] {
  return partsBy(7, days, before).map(({ name, days: own, before: base, eve }) => ({
    month: name,
    change: changeOf(own, base, eve),
    profit: profitOf(own, eve, unvalued),
    inflow: movedOf(own, 'inflow', unvalued),
    outflow: movedOf(own, 'outflow', unvalued),
    equity: own.at(-1)!.equity,
    whole: own[0]!.day.endsWith('-01') && dayAfter(own.at(-1)!.day).endsWith('-01') && !own.some(({ flags }) => flags.includes('partial')),
    flags: [...new Set(own.flatMap(({ flags }) => flags))],
  }));
}

export const yearsOf = (days: readonly DayView[], before: DayView | null): { year: string; change: Figure }[] =>
  partsBy(4, days, before).map(({ name, days: own, before: base, eve }) => ({ year: name, change: changeOf(own, base, eve) }));
