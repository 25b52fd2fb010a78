import type { Side } from '../signal-terms.js';
import type { CandleSeries } from './candles.js';
import type { FundingSeries } from './funding.js';

/**
 * How the stop follows. `breakeven`: to the entry after the first target. `moving`: to the entry after the first target, to the first
 * target after the second. `percent`: `share` (10^-18, of one) below the best price since the fill.
 */
export type Trail = { kind: 'none' | 'breakeven' | 'moving' } | { kind: 'percent'; share: bigint };

/**
 * What was said of a signal after it was published. Counts from the first minute that opens at `at` or later: what happened until then
 * stands. A `cancel` ends what is not filled, and nothing else. A stop moves towards the profit alone, and of what is not filled not beyond
 * the entry; other moves are none. `close_now` ends what is filled at its price, and what is not as `cancel` does.
 */
export type Amendment =
  { kind: 'cancel'; at: number } | { kind: 'move_stop'; at: number; stop: bigint } | { kind: 'close_now'; at: number; price: bigint };

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
  /** In any order. */
  amendments?: readonly Amendment[];
  /**
   * Of a perpetual contract. Who holds it as funding is settled pays the share of what is left of the position, at the price of that
   * moment; a short is paid what a long pays. Times are those at which the minutes of the fills open: a fill of the minute that begins then
   * comes later.
   */
  funding?: FundingSeries;
}

/** Finer candles of a minute, by the second at which the minute opens; undefined where there are none. */
export type Detail = (minute: number) => CandleSeries | undefined;

export type ScoreStatus = 'pending' | 'open' | 'closed' | 'missed' | 'missed_ambiguous' | 'expired_unfilled';
export type ExitReason = 'stop' | 'expiry' | 'closed' | `tp${number}`;

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
  /** After fees and funding. */
  rNet: bigint | null;
  /** What funding took of it; below zero where it was received. Null without funding, or where nothing counts. */
  rFunding: bigint | null;
  /** Net, had every doubtful minute gone well. */
  rOptimistic: bigint | null;
  /** Minutes whose candle does not tell what came first. */
  ambiguous: number[];
  /** When it ended, in the market's time: the end of the minute in which that happened. Null: it has not. */
  endedAt: number | null;
}

/** Prices at which something can happen to what has not ended: a minute that stays above the one and below the other changes nothing. */
export interface Watch {
  below: number;
  above: number;
  /** Once everything is known up to here, time alone may change something. */
  until: number;
}
