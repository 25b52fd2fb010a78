import { exactDifference, exactSum } from '../../../lib/exact-sum';
import { signOf } from '../../../lib/format/decimal';
import { shareOf } from '../../../lib/format/share';
import type { Allocation } from '../../../lib/wire/portfolio';
import { isStablecoin } from './stablecoins';

export const groupings = ['coin', 'wallet', 'stable'] as const;
export type Grouping = (typeof groupings)[number];

/** Holdings that count as one part of the account. */
export interface Part {
  /** Unique within a grouping: `coin:BTC`, `wallet:Futures`, `coins`, `stable`, `unstable` or `wallets`. */
  key: string;
  holdings: readonly Allocation[];
  /** In USDT, of the holdings with a known value; null if none has one. */
  value: string | null;
  /** In basis points of all positive parts; null without a positive value. */
  share: number | null;
}

/** A piece of the drawing: one part, or the smallest parts together. */
export interface Segment {
  key: string;
  parts: readonly Part[];
  /** In USDT. */
  value: string;
  /** Of the whole drawing, above 0. */
  fraction: number;
  /** In basis points. */
  share: number | null;
}

/** The key of the smallest parts together. */
export const REST = 'rest';

const keyOf: Record<Grouping, (holding: Allocation) => string> = {
  coin: ({ coin, wallet }) => (coin === null ? `wallet:${wallet}` : `coin:${coin}`),
  wallet: ({ coin, wallet }) => (coin === null ? `wallet:${wallet}` : 'coins'),
  // The exchange values a whole wallet; its coins are not known here.
  stable: ({ coin }) => (coin === null ? 'wallets' : isStablecoin(coin) ? 'stable' : 'unstable'),
};

const totalOf = (parts: readonly { value: string | null }[]): string =>
  exactSum(parts.flatMap(({ value }) => (value !== null && signOf(value) > 0 ? [value] : []))) ?? '0';

/** Sorts parts by value, the highest first; unknown ones are last, in their order. */
function byValue(a: Pick<Part, 'value'>, b: Pick<Part, 'value'>): number {
  if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null);
  return signOf(exactDifference(b.value, a.value));
}

/** Adds up what an account holds by coin, by wallet, or stablecoins against the rest. */
export function groupAllocation(allocation: readonly Allocation[], grouping: Grouping): Part[] {
  const groups = new Map<string, Allocation[]>();
  for (const holding of allocation) {
    const key = keyOf[grouping](holding);
    groups.set(key, [...(groups.get(key) ?? []), holding]);
  }
  const parts = [...groups].map(([key, holdings]) => {
    const known = holdings.flatMap(({ value }) => (value === null ? [] : [value]));
    return { key, holdings, value: known.length === 0 ? null : exactSum(known) };
  });
  const total = totalOf(parts);
  return parts.sort(byValue).map((part) => ({ ...part, share: shareOf(part.value, total) }));
}

/** Returns the parts with a positive value, the largest first; where there are more than `most`, the smallest are one segment. */
export function segmentsOf(parts: readonly Part[], most: number): Segment[] {
  const drawn = parts.filter(({ value }) => signOf(value) > 0);
  const total = totalOf(drawn);
  const cut = drawn.length > most ? most - 1 : drawn.length;
  const segment = (key: string, own: readonly Part[]): Segment => {
    const value = totalOf(own);
    return { key, parts: own, value, fraction: Number(value) / Number(total), share: shareOf(value, total) };
  };
  const segments = drawn.slice(0, cut).map((part) => segment(part.key, [part]));
  return cut < drawn.length ? [...segments, segment(REST, drawn.slice(cut))] : segments;
}

/** Returns the holdings that the drawings leave out: those of unknown value and those below zero. */
export function notDrawn(parts: readonly Part[]): { unpriced: Allocation[]; negative: Part[] } {
  return {
    unpriced: parts.flatMap(({ holdings }) => holdings.filter(({ value }) => value === null)),
    negative: parts.filter(({ value }) => signOf(value) < 0),
  };
}
