import { divided, ONE } from '../../platform/domain/scaled.js';
import type { Lot, Signal } from './club-share.types.js';

/** Fewer members could be recognised in the figures. */
const MIN_MEMBERS = 10;

const sum = (values: readonly bigint[]): bigint => values.reduce((total, value) => total + value, 0n);

export const entryQty = (lots: readonly Lot[]): bigint => sum(lots.map(({ qty }) => qty));
export const openQty = (lots: readonly Lot[]): bigint => sum(lots.map(({ open }) => open));

/** Returns how much worse (positive) than the model the average entry was, of the model entry. */
export function slippageOf({ side, modelEntry }: Signal, lots: readonly Lot[]): bigint {
  const model = modelEntry! * entryQty(lots);
  const difference = sum(lots.map(({ entry, qty }) => entry.price * qty)) - model;
  return divided((side === 'long' ? difference : -difference) * ONE, model);
}

export interface SlippageSummary {
  members: number | null;
  observations: number | null;
  median: bigint | null;
  p10: bigint | null;
  p90: bigint | null;
}

/** Summarises the slippages of each member's signals; nothing below ten members with an entry. */
export function slippageSummary(ofMembers: readonly (readonly bigint[])[]): SlippageSummary {
  const members = ofMembers.filter((slippages) => slippages.length > 0).length;
  if (members < MIN_MEMBERS) return { members: null, observations: null, median: null, p10: null, p90: null };
  const sorted = ofMembers.flat().toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return {
    members,
    observations: sorted.length,
    median: quantile(sorted, 5),
    p10: quantile(sorted, 1),
    p90: quantile(sorted, 9),
  };
}

/** Returns the quantile of sorted values at so many tenths, interpolated between its two neighbours. */
function quantile(sorted: readonly bigint[], tenths: number): bigint {
  const position = (sorted.length - 1) * tenths;
  const [index, part] = [Math.floor(position / 10), BigInt(position % 10)];
  const [low, high] = [sorted[index]!, sorted[index + 1] ?? 0n];
  return divided(low * (10n - part) + high * part, 10n);
}
