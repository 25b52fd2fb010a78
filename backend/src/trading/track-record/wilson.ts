import { over } from '../../platform/domain/scaled.js';

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;
/** Resolution of the bounds; each is rounded away from the rate. */
const PARTS = 1_000_000;

/** A rate with its confidence interval, as fractions. */
export interface Share {
  hits: number;
  n: number;
  /** In 10^-18. Null, like its bounds, if n is 0. */
  rate: bigint | null;
  low: number | null;
  high: number | null;
}

/**
 * Computes a share with its 95 % score interval (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA
 * 22, 1927, 209-212). Unlike rate +- 1.96 standard errors it stays within 0 and 1, and does not shrink to a point at 0 or n hits.
 */
export function shareOf(hits: number, n: number): Share {
  if (n === 0) return { hits, n, rate: null, low: null, high: null };
  const p = hits / n;
  const scale = 1 + Z ** 2 / n;
  const centre = (p + Z ** 2 / (2 * n)) / scale;
  const margin = (Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2))) / scale;
  // The formula gives exactly 0 and 1 there, doubles only nearly.
  const low = hits === 0 ? 0 : Math.max(0, Math.floor((centre - margin) * PARTS) / PARTS);
  const high = hits === n ? 1 : Math.min(1, Math.ceil((centre + margin) * PARTS) / PARTS);
  return { hits, n, rate: over(BigInt(hits), BigInt(n)), low, high };
}
