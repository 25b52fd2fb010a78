import { RateLimited } from '../port/index.js';
import type { Spending } from './weight-budget.js';

/** Our clock, and waiting by it; tests bring their own. */
export interface Time {
  now(): number;
  /** Resolves after `ms`, or when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 to 1. */
  random(): number;
}

/** Let go, or refused: not before `until` (our clock) can the answer be another for this weight or a greater one. */
export type Turn = { granted: true } | { granted: false; until: number };

interface Waiter {
  spending: Spending;
  deadline: number;
  done: boolean;
  go(): void;
  fail(error: unknown): void;
}

/**
 * Those of one lane who wait for one scope in this process, first come first served. One of them asks at a time and the rest believe the
 * answer, so that the store is asked once a window and not once a waiter. A smaller weight may pass a greater one that does not fit.
 */
export class LaneLine {
  #waiting: Waiter[] = [];
  #refused: { weight: number; until: number } | null = null;
  #moving = false;
  #wake = new AbortController();

  constructor(
    private readonly time: Time,
    private readonly ask: (spending: Spending) => Promise<Turn>,
    /** The turn came, and nobody is there any more to use it. */
    private readonly unused: (spending: Spending) => void,
  ) {}

  /** Nobody waits, and nothing is remembered. */
  get idle(): boolean {
    return !this.#moving && (!this.#refused || this.#refused.until <= this.time.now());
  }

  wait(spending: Spending): Promise<void> {
    const { signal, maxWaitMs } = spending;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const end = (act: () => void) => {
        if (waiter.done) return;
        waiter.done = true;
        signal?.removeEventListener('abort', abort);
        this.#waiting = this.#waiting.filter((other) => other !== waiter);
        act();
      };
      const abort = () => end(() => reject(signal?.reason as Error));
      const waiter: Waiter = {
        spending,
        deadline: this.time.now() + maxWaitMs,
        done: false,
        go: () => end(resolve),
        fail: (error) => end(() => reject(error as Error)),
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.#waiting.push(waiter);
      if (this.#moving) this.#wake.abort();
      else void this.#move();
    });
  }

  /** Sends everybody away. */
  end(error: Error): void {
    for (const waiter of this.#waiting) waiter.fail(error);
    this.#wake.abort();
  }

  async #move(): Promise<void> {
    this.#moving = true;
    while (this.#waiting.length > 0) {
      this.#wake = new AbortController();
      await this.#round();
      const until = this.#refused?.until ?? 0;
      if (this.#waiting.length > 0 && this.#waiting.every((waiter) => this.#isRefused(waiter)))
        await this.time.sleep(Math.max(1, until - this.time.now()), this.#wake.signal);
    }
    this.#moving = false;
  }

  async #round(): Promise<void> {
    for (const waiter of this.#waiting) {
      if (waiter.done) continue;
      if (!this.#isRefused(waiter)) {
        try {
          const turn = await this.ask(waiter.spending);
          if (turn.granted) {
            if (waiter.done) this.unused(waiter.spending);
            else waiter.go();
            continue;
          }
          this.#refused = { weight: waiter.spending.weight, until: turn.until };
        } catch (error) {
          // Nobody can tell whose turn it is: whoever waits may come back later, and none goes uncounted.
          return this.#waiting.forEach((other) => other.fail(error));
        }
      }
      const wait = this.#refused!.until - this.time.now();
      if (this.#refused!.until > waiter.deadline) waiter.fail(new RateLimited(Math.max(1, wait), waiter.spending.scope.name));
    }
  }

  #isRefused({ spending }: Waiter): boolean {
    return this.#refused !== null && this.time.now() < this.#refused.until && spending.weight >= this.#refused.weight;
  }
}
