import type { Dataset } from '../venues/index.js';
import type { CursorState } from './sync-cursor.entity.js';

/** A time range that includes `from` and excludes `to`, so that adjacent ranges join exactly. */
export interface Span {
  from: Date;
  to: Date;
}

/**
 * The cursor after the rows that are written with it, in the same statement or transaction. `null` leaves a stored field unchanged, except
 * for `passStartedAt`.
 */
export interface CursorUpdate {
  dataset: Dataset;
  /** Empty where a data set is not read by symbol. */
  symbol: string;
  state: CursorState;
  /** Highest id of the rows, or the venue's page token. */
  cursor?: string | null;
  /** The next pass starts at this id: everything before it was certainly visible. */
  resumeId?: string | null;
  /** Range proven complete by these rows, added to `covered`. Only ranges that were read to their end. */
  covered?: Span | null;
  /** The venue's data begins here. The earliest value stays. */
  horizon?: Date | null;
  /**
   * Venue time when the current pass started; null: no pass is running. Where both the stored cursor and this update are `partial`, the
   * earlier time stays: two workers that both believe to hold the lock must not prove more than the slower one has read.
   */
  passStartedAt: Date | null;
  /** Read again in each run until then. The later value stays. */
  suspectUntil?: Date | null;
  /** Venue time of the request. The later value stays. */
  askedAt?: Date | null;
}
