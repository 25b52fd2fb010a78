import type { Counters, Terms } from './rules.js';
import type { BudgetScope, ScopeStatus } from './weight-budget.js';
import type { Venue } from '../port/index.js';

/** A window of a scope. */
export interface WindowOf {
  scope: BudgetScope;
  /** Whole windows since 1970 by the venue's clock. */
  window: number;
  /** Its end, local clock. */
  endsAt: number;
}

export interface TakeAnswer {
  granted: boolean;
  /** Remaining cooldown of the scope or its venue; 0: none. */
  closedMs: number;
  /** Counters of the window after the decision, and of the previous one. */
  now: Counters;
  before: Counters;
}

export interface PaceAnswer {
  granted: boolean;
  closedMs: number;
  /** Wait until the slot if granted, else until slots are assigned again. */
  waitMs: number;
}

/** The changes of an answered call. */
export interface Settlement extends WindowOf {
  /** Weight that is answered now. */
  underWay: number;
  /** The venue's count for that window; 0: unknown. */
  seen: number;
  /** May be counted in the window after it as well, unless `told` shows otherwise: see spills. */
  spill: number;
  /** The venue's count for that window or the one after it; 0: unknown. */
  told: number;
}

/**
 * The counters of one egress address, shared by its processes. Each method is atomic and rejects within seconds while the store is
 * unreachable. Windows and cooldowns are deleted after they end.
 */
export interface WeightStore {
  take(window: WindowOf, terms: Terms): Promise<TakeAnswer>;
  /** Takes the next free slot of a scope whose slots are `spacingMs` apart, if it is at most `horizonMs` away. */
  pace(scope: BudgetScope, spacingMs: number, horizonMs: number): Promise<PaceAnswer>;
  settle(settlement: Settlement): Promise<void>;
  /** Starts a cooldown, or extends one; never shortens it. */
  close(venue: Venue, name: string, ms: number): Promise<void>;
  status(): Promise<ScopeStatus[]>;
  end(): Promise<void>;
}

/** Maximum number of rows of a status. */
export const STATUS_ROWS = 300;

const COUNTERS = ['taken', 'spilled', 'underWay', 'seen', 'held', 'backfill'] as const;

/** Parses the result of a take in both stores: granted, closedMs, the counters of this window, those of the previous one. */
export function readTakeAnswer(numbers: readonly number[]): TakeAnswer {
  const counters = (offset: number) => Object.fromEntries(COUNTERS.map((name, i) => [name, numbers[offset + i]!])) as unknown as Counters;
  return { granted: numbers[0] === 1, closedMs: numbers[1]!, now: counters(2), before: counters(2 + COUNTERS.length) };
}
