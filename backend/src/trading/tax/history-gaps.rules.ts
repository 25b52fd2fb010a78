import type { HistoryGap, TaxAccountState } from './tax-account.repository.js';

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

/** How much of a year's futures entries is stored. */
export type KnownPart = 'all' | 'part' | 'none';

/**
 * Returns how much of a year is known of realised futures profit (from the journal or the fills) and of funding (from the journal alone).
 * Unknown is not zero: without a row, a year that is not known has no figure.
 */
export function futuresKnown(
  { gaps, journal }: Pick<TaxAccountState, 'gaps' | 'journal'>,
  year: number,
): Record<'realised' | 'funding', KnownPart> {
  const [start, end] = [Date.UTC(year, 0, 1), Date.UTC(year + 1, 0, 1)];
  const partFrom = (from: number): KnownPart => (from <= start ? 'all' : from < end ? 'part' : 'none');
  const fillsFrom = gaps
    .filter(({ dataset, from }) => dataset === 'futures_trades' && from === null)
    .reduce((latest, { to }) => Math.max(latest, to?.getTime() ?? Infinity), -Infinity);
  return { realised: partFrom(Math.min(fillsFrom, journal.from)), funding: partFrom(journal.from) };
}

/** Joins gaps that differ in their symbol only, in the order of the first of each. */
export function joinedGaps(gaps: readonly HistoryGap[]): (Omit<HistoryGap, 'symbol' | 'assets'> & { symbols: string[] })[] {
  const joined = new Map<string, ReturnType<typeof joinedGaps>[number]>();
  for (const { dataset, symbol, from, to, reason } of gaps) {
    const day = (at: Date | null) => at?.toISOString().slice(0, 10) ?? '';
    const key = `${dataset} ${reason} ${day(from)} ${day(to)}`;
    const found = joined.get(key) ?? { dataset, from, to, reason, symbols: [] };
    joined.set(key, found);
    if (symbol !== '') found.symbols.push(symbol);
  }
  return [...joined.values()];
}

/** Returns whether something of the account's past that is still being read can change a report. */
export const isStillRead = (gaps: readonly HistoryGap[], opening: ReadonlyMap<string, bigint> | null): boolean =>
  gaps.some(
    ({ reason, from }) =>
      reason === 'unread' && (from !== null || opening === null || [...opening.values()].some((amount) => amount !== 0n)),
  );
