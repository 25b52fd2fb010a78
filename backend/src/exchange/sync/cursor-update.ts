import type { CursorState, Dataset } from './sync-cursor.entity.js';

/** A span of time: `from` belongs to it, `to` does not, so that neighbours join without a seam. */
export interface Span {
  from: Date;
  to: Date;
}

/**
 * Where a data set stands after the rows that are written with it, in the same statement or transaction. `null` leaves a field as it is
 * stored, except for `passStartedAt`.
 */
export interface CursorUpdate {
  dataset: Dataset;
  /** Empty where a data set is not read by symbol. */
  symbol: string;
  state: CursorState;
  /** Highest id of the rows, or whatever the venue goes on from. */
  cursor?: string | null;
  /** The next pass begins at this id: everything before it had been visible for sure. */
  resumeId?: string | null;
  /** Proven complete by these rows: joined to `covered`. Never anything that was not read to its end. */
  covered?: Span | null;
  /** The venue tells nothing before this. The earliest ever written stays. */
  horizon?: Date | null;
  /**
   * The venue's time when the pass under way began; null: none is under way any more. Where both the stored row and this move are `partial`,
   * the earlier of the two stays: two workers that both believe to be alone must not prove more than the slower one has seen.
   */
  passStartedAt: Date | null;
  /** Read again in each run until then. The later of the stored and this one stays. */
  suspectUntil?: Date | null;
  /** The venue's time of the request. The later of the stored and this one stays. */
  askedAt?: Date | null;
}
