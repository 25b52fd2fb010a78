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
  /** An object of its own for each call tells calls under way apart; one that calls share costs a little precision. */
  scope: BudgetScope;
  weight: number;
  lane: Lane;
  /** A longer wait ends with RateLimited. */
  maxWaitMs: number;
  /** Our clock minus the venue's; 0 before it was measured. */
  aheadMs: number;
  signal?: AbortSignal;
}

/** What a scope looks like now, over all processes. */
export interface ScopeStatus {
  venue: Venue;
  /** WHOLE_ADDRESS: everything of the venue. */
  name: string;
  /** Null: open. */
  closedUntil: Date | null;
  /** Why it is closed: the limit of this scope, or our whole address is shut out. */
  reason: 'limit' | 'address' | null;
  /** Weight used in the present window, as far as we and the venue count it; limits by the second are not counted. */
  used: number;
  /** 0 where nothing is counted. */
  limit: number;
}

/** Every scope of a venue. */
export const WHOLE_ADDRESS = '*';

/**
 * The venues' limits, counted where all our calls pass (exchange.md section 2). One budget an egress address: whichever process calls from
 * that address takes from the same counters.
 */
export abstract class WeightBudget {
  /**
   * Waits for its turn and takes the weight, which is under way from then on. RateLimited where the turn is further away than
   * `maxWaitMs`, or where nobody can tell because the counters are out of reach.
   */
  abstract take(spending: Spending): Promise<void>;
  /**
   * Each take ends with exactly one of these, whatever became of the call. `scope` is the one it was taken with; `used` what the venue says
   * is used up in its present window, else null.
   */
  abstract answered(scope: BudgetScope, weight: number, used: number | null): void;
  /** The venue said stop: nothing of `name` (or WHOLE_ADDRESS) goes out for `ms`; at once from here, and from every process as soon as the store has it. */
  abstract close(venue: Venue, name: string, ms: number): void;
  /** Scopes in use or closed, for the console and for metrics; at most a few hundred. Rejects while the counters are out of reach. */
  abstract status(): Promise<ScopeStatus[]>;
}
