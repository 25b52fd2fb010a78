import { exactDifference, exactSum } from '../../../lib/exact-sum';
import type { PortfolioDay } from '../../../lib/wire/portfolio';
import { addDays } from '../range';

/** Why a day has no profit. */
export type Unknown = 'early' | 'late' | 'missing' | 'incomplete' | 'unpriced';

export interface DayProfit {
  /** In USDT; null where `unknown` says why. */
  profit: string | null;
  unknown: Unknown | null;
  /** Return of the day as a fraction; null where it is not defined. */
  change: string | null;
  /** Not a whole day. */
  isPartial: boolean;
}

const WEEK = 7;

/** Returns the first and the last day of a month, YYYY-MM. */
export function monthSpan(month: string): { first: string; last: string } {
  const first = `${month}-01`;
  return { first, last: addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1) };
}

/** Returns the month so many months later, YYYY-MM; negative for earlier. */
export function addMonths(month: string, count: number): string {
  const at = Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1 + count;
  return `${String(Math.floor(at / 12)).padStart(4, '0')}-${String((at % 12) + 1).padStart(2, '0')}`;
}

/** Returns the weeks of a month from Monday to Sunday; null where a week belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const { first, last } = monthSpan(month);
  const lead = (new Date(`${first}T00:00:00Z`).getUTCDay() + WEEK - 1) % WEEK;
  const days = Number(last.slice(8));
  const weeks = Math.ceil((lead + days) / WEEK);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: WEEK }, (_, at) => {
      const index = week * WEEK + at - lead;
      return index >= 0 && index < days ? addDays(first, index) : null;
    }),
  );
}

/**
 * Returns the profit or loss of a stored day: equity at its end, less equity at the end of the day before, less deposits, plus withdrawals.
 * The same rule as the server's totals: incomplete days and days with a movement or holding of unknown price have none. `before`: the day
 * before; undefined for the account's first day, which begins with nothing.
 */
function profitOf(day: PortfolioDay, before: PortfolioDay | undefined): Pick<DayProfit, 'profit' | 'unknown'> {
  if (day.flags.includes('incomplete')) return { profit: null, unknown: 'incomplete' };
  const start = before === undefined ? '0' : before.equity;
  if (day.flags.includes('unpriced') || day.equity === null || start === null) return { profit: null, unknown: 'unpriced' };
  const gross = exactDifference(day.equity, start, day.inflow);
  const profit = gross === null ? null : exactSum([gross, day.outflow]);
  return { profit, unknown: profit === null ? 'unpriced' : null };
}

/**
 * Returns profit and loss of each day of a month. `days`: stored days from the eve of the month on. `stored`: the first and the last day
 * that the server has.
 */
export function dayProfits(
  month: string,
  days: readonly PortfolioDay[],
  stored: { firstDay: string; lastDay: string },
): ReadonlyMap<string, DayProfit> {
  const byDay = new Map(days.map((day) => [day.day, day]));
  const none = (unknown: Unknown): DayProfit => ({ profit: null, unknown, change: null, isPartial: false });
  const result = (name: string): DayProfit => {
    if (name < stored.firstDay) return none('early');
    if (name > stored.lastDay) return none('late');
    const [day, before] = [byDay.get(name), byDay.get(addDays(name, -1))];
    if (!day || (!before && name !== stored.firstDay)) return none('missing');
    return { ...profitOf(day, before), change: day.change, isPartial: day.flags.includes('partial') };
  };
  return new Map(
    weeksOf(month)
      .flat()
      .flatMap((name) => (name === null ? [] : [[name, result(name)]])),
  );
}

/** Adds up the profits of a month's stored days; null if one of them is unknown, or none is stored. */
export function monthProfit(profits: ReadonlyMap<string, DayProfit>): string | null {
  const stored = [...profits.values()].filter(({ unknown }) => unknown !== 'early' && unknown !== 'late');
  const known = stored.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  return stored.length === 0 || known.length < stored.length ? null : exactSum(known);
}
