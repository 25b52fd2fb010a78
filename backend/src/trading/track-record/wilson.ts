import { over } from '../../platform/domain/scaled.js';

/** The two-sided 95 % quantile of the normal distribution. */
const Z = 1.959963984540054;
/** Bounds are told to so many parts of one, each rounded away from the rate. */
const PARTS = 1_000_000;

/** How many of how many, and how far the true rate may be from that: fractions of one. */
export interface Share {
  hits: number;
  n: number;
  /** Of 10^-18. Null, as its bounds are: nothing was counted. */
  rate: bigint | null;
  low: number | null;
  high: number | null;
}

/**
 * A share with its 95 % score interval (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22,
 * 1927, 209-212): unlike the usual rate +- 1.96 standard errors it stays within 0 and 1 and does not shrink to a point where all or none
 * were hit.
 */
export function shareOf(hits: number, n: number): Share {
  if (n === 0) return { hits, n, rate: null, low: null, high: null };
  const p = hits / n;
  const scale = 1 + Z ** 2 / n;
  const centre = (p + Z ** 2 / (2 * n)) / scale;
  const margin = (Z * Math.sqrt((p * (1 - p)) / n + Z ** 2 / (4 * n ** 2))) / scale;
  // At the ends the formula says 0 and 1, and doubles nearly do.
  const low = hits === 0 ? 0 : Math.max(0, Math.floor((centre - margin) * PARTS) / PARTS);
  const high = hits === n ? 1 : Math.min(1, Math.ceil((centre + margin) * PARTS) / PARTS);
  return { hits, n, rate: over(BigInt(hits), BigInt(n)), low, high };
}
