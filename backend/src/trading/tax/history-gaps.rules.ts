import type { HistoryGap } from './tax-account.repository.js';

/** Data sets whose gaps concern coins; those of futures concern the results of contracts. */
const FUTURES = ['futures_trades', 'futures_income'];

export const concernsFutures = ({ dataset }: Pick<HistoryGap, 'dataset'>): boolean => FUTURES.includes(dataset);

/**
 * Returns from which time on an asset's disposals are affected by missing history: the beginning of its first gap. A gap at the account's
 * beginning does not count for an asset of which nothing was held before the first row (`opening`).
 */
export function affectedFrom(gaps: readonly HistoryGap[], opening: ReadonlyMap<string, bigint> | null): (asset: string) => number {
  const known = new Map<string, number>();
  const firstOf = (asset: string) =>
    gaps.reduce((first, gap) => {
      if (concernsFutures(gap) || (gap.assets !== null && !gap.assets.includes(asset))) return first;
      if (gap.from === null && opening !== null && (opening.get(asset) ?? 0n) === 0n) return first;
      return Math.min(first, gap.from?.getTime() ?? -Infinity);
    }, Infinity);
  return (asset) => {
    const from = known.get(asset) ?? firstOf(asset);
    known.set(asset, from);
    return from;
  };
}
