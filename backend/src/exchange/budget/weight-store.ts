import type { Counters, Terms } from './rules.js';
import type { BudgetScope, ScopeStatus } from './weight-budget.js';
import type { Venue } from '../port/index.js';

/** A window of a scope. */
export interface WindowOf {
  scope: BudgetScope;
  /** Whole windows since 1970 by the venue's clock. */
  window: number;
  /** Its end by our clock. */
  endsAt: number;
}

export interface TakeAnswer {
  granted: boolean;
  /** How long the scope or its whole venue stays closed; 0: open. */
  closedMs: number;
  /** The window after the decision, and the one before it. */
  now: Counters;
  before: Counters;
}

export interface PaceAnswer {
  granted: boolean;
  closedMs: number;
  /** Until the turn where granted; else until the line begins to move. */
  waitMs: number;
}

/** What an answer changes. */
export interface Settlement extends WindowOf {
  /** No longer under way. */
  underWay: number;
  /** The venue's count for that window; 0: unknown. */
  seen: number;
  /** May be counted in the window after it as well, unless `told` shows otherwise: see spills. */
  spill: number;
  /** The venue's count for that window or the one after it; 0: unknown. */
  told: number;
}

/**
 * The counters of one egress address, shared by all processes that call from it. Each method is one atomic step; each rejects while the
 * store is out of reach, after seconds at most. Nothing in it outlives its use: windows go after they end, closings when they are over.
 */
export interface WeightStore {
  take(window: WindowOf, terms: Terms): Promise<TakeAnswer>;
  /** The next free turn of a scope whose turns are `spacingMs` apart, where that turn is at most `horizonMs` away. */
  pace(scope: BudgetScope, spacingMs: number, horizonMs: number): Promise<PaceAnswer>;
  settle(settlement: Settlement): Promise<void>;
  /** Never shortens. */
  close(venue: Venue, name: string, ms: number): Promise<void>;
  status(): Promise<ScopeStatus[]>;
  end(): Promise<void>;
}

/** Rows of a status at most. */
export const STATUS_ROWS = 300;

const COUNTERS = ['taken', 'spilled', 'underWay', 'seen', 'held', 'backfill'] as const;

/** Both stores answer a take with the same list of numbers: granted, closedMs, the counters of this window, those of the one before. */
export function readTakeAnswer(numbers: readonly number[]): TakeAnswer {
  const counters = (offset: number) => Object.fromEntries(COUNTERS.map((name, i) => [name, numbers[offset + i]!])) as unknown as Counters;
  return { granted: numbers[0] === 1, closedMs: numbers[1]!, now: counters(2), before: counters(2 + COUNTERS.length) };
}
