import type { Side } from '../signal-terms.js';
import type { CandleSeries } from './candles.js';

/** Candles are minutes. */
export const MINUTE = 60;

/**
 * How the stop follows. `breakeven`: to the entry after the first target. `moving`: to the entry after the first target, to the first target after the second. `percent`:
 * `share` (10^-18, of one) below the best price since the fill.
 */
export type Trail = { kind: 'none' | 'breakeven' | 'moving' } | { kind: 'percent'; share: bigint };

/** What is scored. Prices are integers of 10^-18, times are seconds since 1970. */
export interface ScoreTerms {
  side: Side;
  entry: bigint;
  stop: bigint;
  /** The nearest first. */
  targets: readonly bigint[];
  /** Shares of the position that leave at each target, as parts of their sum. */
  weights: readonly bigint[];
  trail: Trail;
  publishedAt: number;
  closesAt: number;
  /** Of what is traded, each side: 10^-18 of one. */
  feeRate: bigint;
}

/** Finer candles of a minute, by the second at which the minute opens; undefined where there are none. */
export type Detail = (minute: number) => CandleSeries | undefined;

export type ScoreStatus = 'pending' | 'open' | 'closed' | 'missed' | 'missed_ambiguous' | 'expired_unfilled';
export type ExitReason = 'stop' | 'expiry' | `tp${number}`;

export interface Exit {
  reason: ExitReason;
  price: bigint;
  /** A part of the sum of the weights. */
  weight: bigint;
  /** When the candle opened in which it happened. */
  time: number;
}

export interface Score {
  status: ScoreStatus;
  entry: { price: bigint; time: number } | null;
  exits: Exit[];
  /** Of 10^-18, half-even. Null where nothing counts, or not yet. */
  rGross: bigint | null;
  rNet: bigint | null;
  /** Net, had every doubtful minute gone well. */
  rOptimistic: bigint | null;
  /** Minutes whose candle does not tell what came first. */
  ambiguous: number[];
}
