import { Decimal } from '../../../platform/domain/index.js';
import type { DayFlag } from '../portfolio.entities.js';
import { chainReturn, profitOf } from './chain.js';
import { dayAfter, endOf, type Figure, unknown } from './figure.js';
import type { DayView } from './stored-portfolio.types.js';

export const spans = { today: 1, '7d': 7, '30d': 30 } as const;
export type Span = keyof typeof spans;
export const LONGEST_SPAN = 30;

export interface Change {
  span: Span;
  /** Midnight at which the span begins. */
  since: Date | null;
  profit: Figure;
  change: Figure;
}

const NOTHING_COMPUTED = unknown({ id: 'portfolio.nothing-computed' });

/**
 * Returns changes of equity up to the last of `days`, which cover the longest span and the day before it. `unvalued`: days of flows without
 * a value.
 */
export function changesOf(days: readonly DayView[], unvalued: ReadonlySet<string>): Change[] {
  const last = days.at(-1);
  return (Object.entries(spans) as [Span, number][]).map(([span, length]) => {
    if (!last) return { span, since: null, profit: NOTHING_COMPUTED, change: NOTHING_COMPUTED };
    const from = dayAfter(last.day, -length);
    const start = days.find(({ day }) => day === from);
    if (!start) {
      const young = unknown({ id: 'portfolio.first-day', day: days[0]!.day });
      return { span, since: null, profit: young, change: young };
    }
    const within = days.filter(({ day }) => day > from);
    const gap = within.findLast(({ flags }) => flags.includes('incomplete'));
    if (gap) {
      const incomplete = unknown({ id: 'portfolio.complete-after-day', day: gap.day });
      return { span, since: null, profit: incomplete, change: incomplete };
    }
    // A return from an older valuation would belong to a longer span.
    const change = start.equity === null ? unknown({ id: 'portfolio.no-value-on-day', day: from }) : chainReturn(within, start);
    return { span, since: endOf(from), profit: profitOf(within, start, unvalued), change };
  });
}

export interface Held {
  coin: string;
  quantity: string;
  value: string | null;
}

export interface Allocated {
  /** Null for other wallets than spot. */
  coin: string | null;
  wallet: string | null;
  quantity: string | null;
  value: string | null;
  share: string | null;
}

const SHARE_PLACES = 6;

/** Returns coins, the futures wallet and other wallets, highest value first; those without a price last and without a share. */
export function allocationOf(
  held: readonly Held[],
  futures: string | null,
  others: readonly { name: string; balance: string }[] = [],
): Allocated[] {
  const wallets = [...others, ...(futures === null ? [] : [{ name: 'Futures', balance: futures }])].filter(
    ({ balance }) => !new Decimal(balance).isZero(),
  );
  const parts: Omit<Allocated, 'share'>[] = [
    ...held.map((one) => ({ ...one, wallet: null })),
    ...wallets.map(({ name, balance }) => ({ coin: null, wallet: name, quantity: null, value: balance })),
  ];
  const total = parts.reduce((sum, { value }) => sum.plus(value !== null && Number(value) > 0 ? value : 0), new Decimal(0));
  const shareOf = (value: string | null) =>
    value === null || total.isZero() ? null : new Decimal(value).div(total).toDecimalPlaces(SHARE_PLACES).toFixed();
  return parts
    .map((part) => ({ ...part, share: shareOf(part.value) }))
    .sort((a, b) => (a.value === null ? (b.value === null ? 0 : 1) : b.value === null ? -1 : new Decimal(b.value).cmp(a.value)));
}

/** Counts the days with each flag. */
export function marksOf(days: readonly DayView[]): Record<DayFlag, number> {
  const marks: Record<DayFlag, number> = { unpriced: 0, estimated: 0, unreconciled: 0, partial: 0, incomplete: 0 };
  for (const { flags } of days) for (const flag of flags) marks[flag] += 1;
  return marks;
}
