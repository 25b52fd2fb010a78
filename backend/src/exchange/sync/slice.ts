import { RateLimited } from '../port/index.js';

/** Thrown between two requests: others have waited long enough, and the run goes on behind them. */
export class SliceOver extends Error {
  constructor() {
    super('others wait for their turn');
  }
}

/** Shared by those who wait, in units of the scarcest of the venue's limits, as the readers estimate them … */
const SHARED_WEIGHT = 6000;
/** … but so much for one at most, and at least: below that, changing over costs more than it helps. */
const MOST_WEIGHT = 1500;
export const LEAST_WEIGHT = 60;
const MOST_MS = 20_000;
/** How often it is looked who waits. */
const LOOK_MS = 2000;

/**
 * A run's turn at the exchange. One member's long history would keep all others waiting, so that a run which has had its share ends where it
 * stands, if others wait, and goes on from its cursors when it is its turn again. The more wait, the smaller the share.
 */
export class Slice {
  /** Of the share. */
  #used = 0;
  #spent = 0;
  #over = false;
  #look: { at: number; waiting: Promise<number> } | null = null;
  readonly #startedAt: number;

  constructor(
    private readonly othersWaiting: () => Promise<number>,
    private readonly now: () => number = Date.now,
  ) {
    this.#startedAt = now();
  }

  /** Weight of all requests so far, about. */
  get spent(): number {
    return this.#spent;
  }

  /** Sends a request of a history, of about this weight, and counts it unless the limit kept it back. Throws SliceOver instead of sending it. */
  async ask<T>(weight: number, request: () => Promise<T>): Promise<T> {
    const used = this.#used;
    // Counted before anything is waited for: others ask at the same time.
    this.charge(weight);
    try {
      await this.#check(used);
      return await request();
    } catch (error) {
      if (error instanceof RateLimited || error instanceof SliceOver) this.charge(-weight);
      throw error;
    }
  }

  /** Counts what was asked whatever the share; `used`: how much of the share it takes, where that is not what it cost. */
  charge(weight: number, used = weight): void {
    this.#spent += weight;
    this.#used += used;
  }

  async #check(used: number): Promise<void> {
    if (this.#over) throw new SliceOver();
    const elapsed = this.now() - this.#startedAt;
    if (used < LEAST_WEIGHT && elapsed < MOST_MS) return;
    const waiting = await this.#waiting();
    const share = Math.min(MOST_WEIGHT, Math.max(LEAST_WEIGHT, SHARED_WEIGHT / (waiting + 1)));
    if (waiting === 0 || (used < share && elapsed < MOST_MS)) return;
    this.#over = true;
    throw new SliceOver();
  }

  #waiting(): Promise<number> {
    if (!this.#look || this.now() - this.#look.at >= LOOK_MS) this.#look = { at: this.now(), waiting: this.othersWaiting() };
    return this.#look.waiting;
  }
}
