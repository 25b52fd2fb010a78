import { ONE } from '../../platform/domain/scaled.js';

/** Results from `from` on and below `to`; null: without an end on that side. */
export interface Bin {
  from: bigint | null;
  to: bigint | null;
  n: number;
}

const WIDTH = ONE / 2n;
const LOWEST = -2n * ONE;
const HIGHEST = 5n * ONE;

/** How results spread, in steps of half the risk; those far outside share a step at either end. */
export function distributionOf(results: readonly bigint[]): Bin[] {
  if (results.length === 0) return [];
  const steps = Number((HIGHEST - LOWEST) / WIDTH);
  const counts = Array.from({ length: steps + 2 }, () => 0);
  for (const r of results) {
    const at = r < LOWEST ? 0 : r >= HIGHEST ? steps + 1 : Number((r - LOWEST) / WIDTH) + 1;
    counts[at] = counts[at]! + 1;
  }
  return counts.map((n, at) => ({
    from: at === 0 ? null : LOWEST + BigInt(at - 1) * WIDTH,
    to: at === steps + 1 ? null : LOWEST + BigInt(at) * WIDTH,
    n,
  }));
}
