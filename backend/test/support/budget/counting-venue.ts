import type { BudgetScope, WeightBudget } from '../../../src/trading/venues/budget/index.js';
import { RateLimited, type Lane } from '../../../src/trading/venues/port/index.js';
import type { VirtualTime } from './virtual-time.js';

export interface CallerOptions {
  lane?: Lane;
  /** Of each call, anew. */
  weight?: () => number;
  /** How long a call takes to get there, and its answer to come back. */
  transitMs?: () => number;
  /** Our clock minus the venue's, as the caller believes. */
  aheadMs?: number;
  maxWaitMs?: number;
  /** By our clock. */
  until?: number;
  calls?: number;
}

/** A venue that only counts, in windows of its own clock, and says how much is used with each answer. */
export class CountingVenue {
  /** Weight by window. */
  readonly used = new Map<number, number>();
  /** Calls of callers with a budget above the limit. */
  refused = 0;

  constructor(
    private readonly time: VirtualTime,
    readonly scope: Omit<BudgetScope, 'venue' | 'name'> & Partial<BudgetScope>,
    /** Our clock minus the venue's. */
    readonly aheadMs = 0,
  ) {}

  /** One call without a budget. Resolves with the used weight that the venue tells. */
  async call(weight: number, transitMs: number): Promise<number> {
    await this.time.sleep(transitMs);
    const window = Math.floor((this.time.now() - this.aheadMs) / this.scope.windowMs);
    const used = (this.used.get(window) ?? 0) + weight;
    this.used.set(window, used);
    await this.time.sleep(transitMs);
    return used;
  }

  /** Calls one after the other through a budget. Resolves with the weight that went out. */
  async caller(budget: WeightBudget, options: CallerOptions): Promise<number> {
    const {
      lane = 'backfill',
      weight = () => 20,
      transitMs = () => 20,
      aheadMs = this.aheadMs,
      maxWaitMs = 10 * this.scope.windowMs,
      until = Infinity,
      calls = Infinity,
    } = options;
    let sum = 0;
    for (let made = 0; made < calls && this.time.now() < until; made++) {
      const scope: BudgetScope = { venue: 'binance', name: 'api', ...this.scope };
      const one = weight();
      try {
        await budget.take({ scope, weight: one, lane, maxWaitMs, aheadMs });
      } catch (error) {
        if (error instanceof RateLimited) return sum;
        throw error;
      }
      sum += one;
      const used = await this.call(one, transitMs());
      if (used > this.scope.limit) this.refused++;
      budget.answered(scope, one, used);
    }
    return sum;
  }

  /** Used parts of the limit of whole windows between two moments of our clock. */
  wholeWindows(from: number, to: number): number[] {
    const first = Math.ceil((from - this.aheadMs) / this.scope.windowMs);
    const last = Math.floor((to - this.aheadMs) / this.scope.windowMs) - 1;
    return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => (this.used.get(first + i) ?? 0) / this.scope.limit);
  }

  get fullest(): number {
    return Math.max(0, ...this.used.values());
  }
}
