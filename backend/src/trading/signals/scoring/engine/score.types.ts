import type { Side } from '../../signal.input.js';
import type { CandleSeries } from './candles.js';
import type { FundingSeries } from './funding.js';

/**
 * Trailing stop. `breakeven`: to the entry after the first target. `moving`: to the entry after the first target, to the first target after
 * the second. `percent`: `share` (a fraction in 10^-18) below the best price since the fill.
 */
export type Trail = { kind: 'none' | 'breakeven' | 'moving' } | { kind: 'percent'; share: bigint };

/**
 * An amendment, effective from the first minute that opens at `at` or later. `cancel` ends an unfilled signal only. `move_stop` is ignored
 * unless towards the profit and, before the fill, short of the entry. `close_now` ends a filled signal at its price, an unfilled one like
 * `cancel`.
 */
export type Amendment =
  { kind: 'cancel'; at: number } | { kind: 'move_stop'; at: number; stop: bigint } | { kind: 'close_now'; at: number; price: bigint };

/** Input of scoring. Prices are integers of 10^-18, times are seconds since 1970. */
export interface ScoreTerms {
  side: Side;
  entry: bigint;
  stop: bigint;
  /** Nearest first. */
  targets: readonly bigint[];
  /** Parts of the position that are closed at each target, relative to their sum. */
  weights: readonly bigint[];
  trail: Trail;
  publishedAt: number;
  closesAt: number;
  /** Fee of each trade as a fraction in 10^-18. */
  feeRate: bigint;
  /** In any order. */
  amendments?: readonly Amendment[];
  /**
   * Funding of a perpetual contract, paid on the open part of the position at each settlement; shorts receive what longs pay. A fill counts
   * at the opening of its minute, so a fill in the minute that begins at a settlement is after it.
   */
  funding?: FundingSeries;
}

/** Returns the one-second candles of the minute that opens at `minute`; undefined: none. */
export type Detail = (minute: number) => CandleSeries | undefined;

export type ScoreStatus = 'pending' | 'open' | 'closed' | 'missed' | 'missed_ambiguous' | 'expired_unfilled';
export type ExitReason = 'stop' | 'expiry' | 'closed' | `tp${number}`;

export interface Exit {
  reason: ExitReason;
  price: bigint;
  /** Part of the position, relative to the sum of the weights. */
  weight: bigint;
  /** Opening of its candle. */
  time: number;
}

export interface Score {
  status: ScoreStatus;
  entry: { price: bigint; time: number } | null;
  exits: Exit[];
  /** In R, 10^-18, rounded half-even. Null: no result, or not yet. */
  rGross: bigint | null;
  /** After fees and funding. */
  rNet: bigint | null;
  /** Funding costs in R; negative if received. Null without funding, or without a result. */
  rFunding: bigint | null;
  /** `rNet` with every ambiguous minute in the signal's favour. */
  rOptimistic: bigint | null;
  /** Minutes whose candle leaves the order of events open. */
  ambiguous: number[];
  /** End of the minute in which it ended; null: still open. */
  endedAt: number | null;
}

/** Price levels of an open signal: a minute strictly between them changes nothing. */
export interface Watch {
  below: number;
  above: number;
  /** Time from which the signal can change without reaching a level. */
  until: number;
}
