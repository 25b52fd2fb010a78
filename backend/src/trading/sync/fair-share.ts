import { RateLimited } from '../venues/index.js';

/** Thrown instead of a request: the run has used its share while others wait, and continues later. */
export class QuotaExceeded extends Error {
  constructor() {
    super('others wait for their turn');
  }
}

/** Weight that waiting runs share, in units of the scarcest of the venue's limits, as the readers estimate it. */
const SHARED_WEIGHT = 6000;
/** Limits of one share; below the minimum, switching runs costs more than it gains. */
const MAX_WEIGHT = 1500;
export const MIN_WEIGHT = 60;
const MAX_MS = 20_000;
/** How often the waiting runs are counted. */
const COUNT_INTERVAL_MS = 2000;

/**
 * The weight that one attempt of a run may spend. Otherwise one member's long history would delay all others: a run that has used its share
 * while others wait stops, and continues later from its cursors. The more runs wait, the smaller the share.
 */
export class WeightQuota {
  /** Weight counted against the share. */
  #used = 0;
  #spent = 0;
  #over = false;
  #count: { at: number; waiting: Promise<number> } | null = null;
  readonly #startedAt: number;

  constructor(
    private readonly othersWaiting: () => Promise<number>,
    private readonly now: () => number = Date.now,
  ) {
    this.#startedAt = now();
  }

  /** Estimated weight of all requests so far. */
  get spent(): number {
    return this.#spent;
  }

  /**
   * Sends a request for history of about this weight; it counts unless the venue's limit held it back. Throws QuotaExceeded instead of
   * sending it.
   */
  async spend<T>(weight: number, request: () => Promise<T>): Promise<T> {
    const used = this.#used;
    // Counted before the first await, because requests run concurrently.
    this.charge(weight);
    try {
      await this.#check(used);
      return await request();
    } catch (error) {
      if (error instanceof RateLimited || error instanceof QuotaExceeded) this.charge(-weight);
      throw error;
    }
  }

  /** Counts a request that is sent whatever the share. `used`: how much of the share it takes, if that differs from its cost. */
  charge(weight: number, used = weight): void {
    this.#spent += weight;
    this.#used += used;
  }

  async #check(used: number): Promise<void> {
    if (this.#over) throw new QuotaExceeded();
    const elapsed = this.now() - this.#startedAt;
    if (used < MIN_WEIGHT && elapsed < MAX_MS) return;
    const waiting = await this.#waiting();
    const share = Math.min(MAX_WEIGHT, Math.max(MIN_WEIGHT, SHARED_WEIGHT / (waiting + 1)));
    if (waiting === 0 || (used < share && elapsed < MAX_MS)) return;
    this.#over = true;
    throw new QuotaExceeded();
  }

  #waiting(): Promise<number> {
    if (!this.#count || this.now() - this.#count.at >= COUNT_INTERVAL_MS) this.#count = { at: this.now(), waiting: this.othersWaiting() };
    return this.#count.waiting;
  }
}
