import { RateLimited } from '../port/index.js';
import type { Spending } from './weight-budget.js';

/** Local clock and timer; tests replace them. */
export interface Time {
  now(): number;
  /** Resolves after `ms`, or when `signal` aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** 0 to 1. */
  random(): number;
}

/** Granted, or denied. A request of this weight or more will be denied until `until` (local clock). */
export type Grant = { granted: true } | { granted: false; until: number };

interface Waiter {
  spending: Spending;
  deadline: number;
  done: boolean;
  go(): void;
  fail(error: unknown): void;
}

/**
 * The requests of one lane of this process that wait for one scope, in order of arrival. One request asks the store at a time and the
 * answer applies to the others, so that the store is asked once per window instead of once per request. A smaller weight may overtake a
 * larger one that does not fit.
 */
export class LaneQueue {
  #waiting: Waiter[] = [];
  #denied: { weight: number; until: number } | null = null;
  #moving = false;
  #wake = new AbortController();

  constructor(
    private readonly time: Time,
    private readonly ask: (spending: Spending) => Promise<Grant>,
    /** Called when a grant arrives after its request was given up. */
    private readonly unused: (spending: Spending) => void,
  ) {}

  /** True where no request waits and no denial is remembered. */
  get idle(): boolean {
    return !this.#moving && (!this.#denied || this.#denied.until <= this.time.now());
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

  /** Rejects all waiting requests. */
  end(error: Error): void {
    for (const waiter of this.#waiting) waiter.fail(error);
    this.#wake.abort();
  }

  async #move(): Promise<void> {
    this.#moving = true;
    while (this.#waiting.length > 0) {
      this.#wake = new AbortController();
      await this.#round();
      const until = this.#denied?.until ?? 0;
      if (this.#waiting.length > 0 && this.#waiting.every((waiter) => this.#isDenied(waiter)))
        await this.time.sleep(Math.max(1, until - this.time.now()), this.#wake.signal);
    }
    this.#moving = false;
  }

  async #round(): Promise<void> {
    for (const waiter of this.#waiting) {
      if (waiter.done) continue;
      if (!this.#isDenied(waiter)) {
        try {
          const grant = await this.ask(waiter.spending);
          if (grant.granted) {
            if (waiter.done) this.unused(waiter.spending);
            else waiter.go();
            continue;
          }
          this.#denied = { weight: waiter.spending.weight, until: grant.until };
        } catch (error) {
          // Without the store no request may go out uncounted: all fail and may be retried.
          return this.#waiting.forEach((other) => other.fail(error));
        }
      }
      const wait = this.#denied!.until - this.time.now();
      if (this.#denied!.until > waiter.deadline) waiter.fail(new RateLimited(Math.max(1, wait), waiter.spending.scope.name));
    }
  }

  #isDenied({ spending }: Waiter): boolean {
    return this.#denied !== null && this.time.now() < this.#denied.until && spending.weight >= this.#denied.weight;
  }
}
