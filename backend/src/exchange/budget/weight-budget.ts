import type { Lane } from '../port/index.js';

/** One counter of a venue: `limit` units of weight in each window of the clock. */
export interface BudgetScope {
  name: string;
  limit: number;
  windowMs: number;
}

export interface Spending {
  scope: BudgetScope;
  weight: number;
  lane: Lane;
  /** A longer wait ends with RateLimited. */
  maxWaitMs: number;
  signal?: AbortSignal;
}

/** Every scope of the address. */
export const WHOLE_ADDRESS = '*';

/**
 * The venue's limits, counted where all our calls pass (exchange.md section 2). Shared per egress address: whoever calls from that address
 * takes from the same budget.
 */
export abstract class WeightBudget {
  /** Waits for its turn and takes the weight. RateLimited where the turn is further away than `maxWaitMs`. */
  abstract take(spending: Spending): Promise<void>;
  /** What the venue says is used up in the present window; corrects upwards only. */
  abstract observed(scope: BudgetScope, used: number): void;
  /** The venue said stop: nothing of `scopeName` goes out for `ms`. */
  abstract close(scopeName: string, ms: number): void;
}
