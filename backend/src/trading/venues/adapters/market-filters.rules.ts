import { Decimal } from '../../../platform/domain/index.js';
import { WireShape, type MarketFilters } from '../port/index.js';
import type { WireRow } from './ccxt/index.js';

/** Venues announce changes of their order sizes; an order that no longer fits is rejected by the venue. */
export const FILTERS_TTL_MS = 600_000;

/** Returns the filters in plain digits. Throws WireShape where a size cannot be one. */
export function checkedFilters(path: string, told: MarketFilters): MarketFilters {
  const above = (size: string, name: string) => {
    if (!new Decimal(size).greaterThan(0)) throw new WireShape(path, `${name} is not above zero`);
    return new Decimal(size).toFixed();
  };
  const orNull = (size: string | null, name: string) => (size === null ? null : above(size, name));
  return {
    stepSize: above(told.stepSize, 'the step'),
    minQuantity: above(told.minQuantity, 'the smallest quantity'),
    maxQuantity: orNull(told.maxQuantity, 'the largest quantity'),
    minNotional: orNull(told.minNotional, 'the smallest value'),
    contractSize: orNull(told.contractSize, 'the size of a contract'),
  };
}

/** Returns the smallest of the limits that the rows have under these names; null: none. A venue writes 0 where it has no limit. */
export function smallestOf(rows: readonly (WireRow | undefined)[], keys: readonly string[]): string | null {
  return limitsIn(rows, keys).at(0) ?? null;
}

/** Returns the largest of them; null: none. */
export function largestOf(rows: readonly (WireRow | undefined)[], keys: readonly string[]): string | null {
  return limitsIn(rows, keys).at(-1) ?? null;
}

function limitsIn(rows: readonly (WireRow | undefined)[], keys: readonly string[]): string[] {
  return rows
    .flatMap((row) => keys.flatMap((key) => (row?.has(key) ? [row.decimal(key)] : [])))
    .filter((size) => !new Decimal(size).isZero())
    .toSorted((a, b) => new Decimal(a).comparedTo(b));
}
