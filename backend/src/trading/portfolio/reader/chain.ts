import { Decimal } from '../../../platform/domain/index.js';
import { type Figure, known, unknown } from './figure.js';
import type { DayView } from './stored-portfolio.types.js';

type Link = Pick<DayView, 'day' | 'index' | 'segment' | 'flags'>;

/** Consecutive days of one segment. */
export interface Stretch<D extends Link = DayView> {
  segment: number;
  days: D[];
}

/** Splits days by segment. */
export function stretches<D extends Link>(days: readonly D[]): Stretch<D>[] {
  const found: Stretch<D>[] = [];
  for (const day of days) {
    const last = found.at(-1);
    if (last?.segment === day.segment) last.days.push(day);
    else found.push({ segment: day.segment, days: [day] });
  }
  return found;
}

/** Returns the base of a chain: the index before these days, or 1 at the beginning of a segment. */
export const chainBase = (segment: number, before: Link | null): Decimal =>
  new Decimal(before?.segment === segment && before.index !== null ? before.index : 1);

const NO_DAY = unknown({ id: 'portfolio.no-day' });

/** Returns the time-weighted return of these days. `before`: the last earlier day with a known value. */
export function chainReturn(days: readonly Link[], before: Link | null): Figure {
  const gap = days.find(({ flags }) => flags.includes('incomplete'));
  if (gap) return unknown({ id: 'portfolio.incomplete-day', day: gap.day });
  const [first, second] = stretches(days);
  if (!first) return NO_DAY;
  if (second) return unknown({ id: 'portfolio.broken-chain', day: second.days[0]!.day });
  const estimated = days.find(({ flags }) => flags.includes('estimated'));
  if (estimated) return unknown({ id: 'portfolio.estimated-day', day: estimated.day });
  const last = first.days.findLast(({ index }) => index !== null);
  if (last?.index == null) return unknown({ id: 'portfolio.no-known-day' });
  return known(new Decimal(last.index).div(chainBase(first.segment, before)).minus(1));
}

/** Returns the profit between two valuations, net of flows. `start` null: before the first day, at equity 0. */
export function profitOf(days: readonly DayView[], start: Pick<DayView, 'day' | 'equity'> | null, unvalued: ReadonlySet<string>): Figure {
  const last = days.at(-1);
  if (!last) return NO_DAY;
  if (last.equity === null) return unknown({ id: 'portfolio.no-price-on-day', day: last.day });
  if (start && start.equity === null) return unknown({ id: 'portfolio.no-price-on-day', day: start.day });
  const flow = days.find(({ day }) => unvalued.has(day));
  if (flow) return unknown({ id: 'portfolio.flow-without-value-on-day', day: flow.day });
  const moved = days.reduce((sum, { inflow, outflow }) => sum.plus(inflow).minus(outflow), new Decimal(0));
  return known(new Decimal(last.equity).minus(start?.equity ?? 0).minus(moved));
}

/** Fields of a day that may be unknown, with the reason. */
const UNKNOWN_SUMS = {
  realised: 'portfolio.no-futures-trades-on-day',
  fees: 'portfolio.no-futures-trades-on-day',
  funding: 'portfolio.no-funding-on-day',
} as const;

/** Sums a field over days; unknown if it is on one of them. */
export function sumOf(days: readonly DayView[], field: keyof typeof UNKNOWN_SUMS): Figure {
  if (days.length === 0) return NO_DAY;
  const gap = days.find((day) => day[field] === null);
  if (gap) return unknown({ id: UNKNOWN_SUMS[field], day: gap.day });
  return known(days.reduce((sum, day) => sum.plus(day[field]!), new Decimal(0)).toFixed());
}

/** Sums deposits or withdrawals over days; unknown if one has no value. */
export function movedOf(days: readonly DayView[], field: 'inflow' | 'outflow', unvalued: ReadonlySet<string>): Figure {
  if (days.length === 0) return NO_DAY;
  const flow = days.find(({ day }) => unvalued.has(day));
  if (flow) return unknown({ id: 'portfolio.flow-without-value-on-day', day: flow.day });
  return known(days.reduce((sum, day) => sum.plus(day[field]), new Decimal(0)).toFixed());
}
