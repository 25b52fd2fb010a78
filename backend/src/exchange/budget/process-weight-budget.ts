import { setTimeout as sleep } from 'node:timers/promises';
import { RateLimited, type Lane } from '../port/index.js';
import { WeightBudget, WHOLE_ADDRESS, type BudgetScope, type Spending } from './weight-budget.js';

/** Up to here a window may be used by each lane; the rest is for whatever else calls from our address, and for what the venue counts differently. */
const SHARES: Record<Lane, number> = { urgent: 0.95, interactive: 0.9, backfill: 0.8 };
/** What backfill may take of a window in all: half of what there is. */
const BACKFILL_SHARE = 0.4;
/**
 * Limits by the second are spent evenly: the venue's second begins when ours is half over, and two bursts of ours would meet in it. A little
 * room is left for calls that a busy machine or line holds up and lets go together.
 */
const PACED_WINDOW_MS = 1000;
const PACE = 0.85;
/** A timer may fire a little early, and the venue's window may begin a little later than ours. */
const EDGE_MS = 20;
const MANY_SCOPES = 2000;

interface Window {
  index: number;
  used: number;
  backfill: number;
  endsAt: number;
}

/** Counts in the memory of one process. */
export class ProcessWeightBudget extends WeightBudget {
  readonly #windows = new Map<string, Window>();
  readonly #pacedUntil = new Map<string, number>();
  readonly #closedUntil = new Map<string, number>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    super();
    this.#now = now;
  }

  async take({ scope, weight, lane, maxWaitMs, signal }: Spending): Promise<void> {
    const deadline = this.#now() + maxWaitMs;
    for (;;) {
      signal?.throwIfAborted();
      const wait = this.#attempt(scope, weight, lane);
      if (wait === 0) return;
      if (this.#now() + wait > deadline) throw new RateLimited(wait, scope.name);
      await sleep(wait, undefined, signal && { signal });
    }
  }

  observed(scope: BudgetScope, used: number): void {
    const window = this.#window(scope);
    window.used = Math.max(window.used, used);
  }

  close(scopeName: string, ms: number): void {
    const until = this.#now() + ms;
    this.#closedUntil.set(scopeName, Math.max(until, this.#closedUntil.get(scopeName) ?? 0));
  }

  /** 0: taken; else how long to wait before asking again. */
  #attempt(scope: BudgetScope, weight: number, lane: Lane): number {
    const now = this.#now();
    const closed = Math.max(this.#closedUntil.get(scope.name) ?? 0, this.#closedUntil.get(WHOLE_ADDRESS) ?? 0);
    if (closed > now) return closed - now + EDGE_MS;
    if (scope.windowMs <= PACED_WINDOW_MS) return this.#pace(scope, weight);
    const window = this.#window(scope);
    const backfill = lane === 'backfill';
    // A call dearer than the whole share still has to go out once: alone in its window.
    const fits = window.used + weight <= scope.limit * SHARES[lane] || window.used === 0;
    const fitsLane = !backfill || window.backfill + weight <= scope.limit * BACKFILL_SHARE || window.backfill === 0;
    if (!fits || !fitsLane) return Math.max(1, window.endsAt - now) + EDGE_MS;
    window.used += weight;
    if (backfill) window.backfill += weight;
    return 0;
  }

  #pace({ name, windowMs, limit }: BudgetScope, weight: number): number {
    const now = this.#now();
    const free = this.#pacedUntil.get(name) ?? 0;
    if (free > now) return Math.ceil(free - now);
    if (this.#pacedUntil.size > MANY_SCOPES) for (const [known, until] of this.#pacedUntil) if (until <= now) this.#pacedUntil.delete(known);
    this.#pacedUntil.set(name, now + (windowMs * weight) / (limit * PACE));
    return 0;
  }

  #window(scope: BudgetScope): Window {
    const index = Math.floor(this.#now() / scope.windowMs);
    const known = this.#windows.get(scope.name);
    if (known && known.index === index) return known;
    if (this.#windows.size > MANY_SCOPES) this.#forgetPast();
    const fresh = { index, used: 0, backfill: 0, endsAt: (index + 1) * scope.windowMs };
    this.#windows.set(scope.name, fresh);
    return fresh;
  }

  #forgetPast(): void {
    const now = this.#now();
    for (const [name, { endsAt }] of this.#windows) if (endsAt <= now) this.#windows.delete(name);
    for (const [name, until] of this.#closedUntil) if (until <= now) this.#closedUntil.delete(name);
  }
}
