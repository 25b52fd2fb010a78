import type { DayFlag } from '../portfolio.entities.js';
import { chainReturn, profitOf, sumOf } from './chain.js';
import { dayAfter, type Figure } from './figure.js';
import type { DayView } from './stored-rows.js';

export interface MonthOf {
  month: string;
  change: Figure;
  profit: Figure;
  inflow: string;
  outflow: string;
  equity: string | null;
  whole: boolean;
  flags: DayFlag[];
}

interface Part {
  name: string;
  days: DayView[];
  /** The last day before it with a known value. */
  before: DayView | null;
  /** The day before it. */
  eve: DayView | null;
}

/** Cuts days where the first so many letters of their date change. */
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

export function monthsOf(days: readonly DayView[], before: DayView | null, unvalued: ReadonlySet<string>): MonthOf[] {
  return partsBy(7, days, before).map(({ name, days: own, before: base, eve }) => ({
    month: name,
    change: chainReturn(own, base),
    profit: profitOf(own, eve, unvalued),
    inflow: sumOf(own, 'inflow'),
    outflow: sumOf(own, 'outflow'),
    equity: own.at(-1)!.equity,
    whole: own[0]!.day.endsWith('-01') && dayAfter(own.at(-1)!.day).endsWith('-01') && !own.some(({ flags }) => flags.includes('partial')),
    flags: [...new Set(own.flatMap(({ flags }) => flags))],
  }));
}

export const yearsOf = (days: readonly DayView[], before: DayView | null): { year: string; change: Figure }[] =>
  partsBy(4, days, before).map(({ name, days: own, before: base }) => ({ year: name, change: chainReturn(own, base) }));
