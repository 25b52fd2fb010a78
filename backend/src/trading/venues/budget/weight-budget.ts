import type { Lane, Venue } from '../port/index.js';

/** One counter of a venue: `limit` units of weight in each window of the venue's clock. */
export interface BudgetScope {
  venue: Venue;
  /** Unique within the venue: `api`, `sapi:/sapi/…`, `sapi-uid:<tag of the key>:/sapi/…`. */
  name: string;
  limit: number;
  windowMs: number;
}

export interface Spending {
  /** One object per call identifies unanswered calls; sharing one between calls loses some precision. */
  scope: BudgetScope;
  weight: number;
  lane: Lane;
  /** Longer waits fail with RateLimited. */
  maxWaitMs: number;
  /** Local clock minus venue clock; 0 before it was measured. */
  aheadMs: number;
  signal?: AbortSignal;
}

/** Current state of a scope over all processes. */
export interface ScopeStatus {
  venue: Venue;
  /** WHOLE_ADDRESS: all scopes of the venue. */
  name: string;
  /** End of a cooldown; null: none. */
  closedUntil: Date | null;
  /** Reason for the cooldown: the limit of this scope, or a ban of our address. */
  reason: 'limit' | 'address' | null;
  /** Weight used in the current window by our count or the venue's; limits per second are not counted. */
  used: number;
  /** 0: not counted. */
  limit: number;
}

/** Every scope of a venue. */
export const WHOLE_ADDRESS = '*';

/**
 * Counts our calls against the venues' limits (exchange.md section 2). One budget per egress address, shared by all processes.
 */
export abstract class WeightBudget {
  /**
   * Waits until the weight is available and takes it; the call is then unanswered. Throws RateLimited where that takes longer than
   * `maxWaitMs`, or while the counters are unreachable.
   */
  abstract take(spending: Spending): Promise<void>;
  /**
   * Reports the end of a call, successful or not, exactly once per take. `scope` is that of the take; `used` the venue's count of its
   * current window, or null.
   */
  abstract answered(scope: BudgetScope, weight: number, used: number | null): void;
  /** Starts a cooldown of `name` (or WHOLE_ADDRESS) for `ms`: at once in this process, and in the others as soon as the store has it. */
  abstract close(venue: Venue, name: string, ms: number): void;
  /** Returns scopes in use or cooldown, for console and metrics; a few hundred at most. Rejects while the counters are unreachable. */
  abstract status(): Promise<ScopeStatus[]>;
}
