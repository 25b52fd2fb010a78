import { divided, ONE } from '../../platform/domain/scaled.js';
import type { Lot, Signal } from './club-share.types.js';

/** Fewer members could be recognised in the figures. */
export const MIN_MEMBERS = 10;

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
  const sorted = ofMembers.flat().toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return quantileSummary(members, sorted.length, (index) => sorted[index]!);
}

const TENTHS = { median: 5, p10: 1, p90: 9 } as const;

/** Returns which of so many sorted slippages `quantileSummary` reads, by their indexes from 0. */
export function readIndexes(observations: number): number[] {
  const places = Object.values(TENTHS).map((tenths) => placeOf(observations, tenths));
  return [...new Set(places.flatMap(({ index, part }) => (part === 0n ? [index] : [index, index + 1])))];
}

/** Does the same with slippages that are sorted elsewhere: `valueAt` returns the one at an index from 0. */
export function quantileSummary(members: number, observations: number, valueAt: (index: number) => bigint): SlippageSummary {
  if (members < MIN_MEMBERS) return { members: null, observations: null, median: null, p10: null, p90: null };
  const at = (tenths: number) => quantile(placeOf(observations, tenths), valueAt);
  return { members, observations, median: at(TENTHS.median), p10: at(TENTHS.p10), p90: at(TENTHS.p90) };
}

/** `part`: how far towards the next value, in tenths. */
function placeOf(observations: number, tenths: number): { index: number; part: bigint } {
  const position = (observations - 1) * tenths;
  return { index: Math.floor(position / 10), part: BigInt(position % 10) };
}

/** Returns a quantile of sorted values, interpolated between its two neighbours. */
function quantile({ index, part }: ReturnType<typeof placeOf>, valueAt: (index: number) => bigint): bigint {
  const next = part === 0n ? 0n : valueAt(index + 1);
  return divided(valueAt(index) * (10n - part) + next * part, 10n);
}
