import { setImmediate } from 'node:timers/promises';
import type { Time } from '../../../src/trading/venues/budget/lane-queue.js';
import type { WeightStore } from '../../../src/trading/venues/budget/weight-store.js';

interface Sleeper {
  at: number;
  wake: () => void;
}

/**
 * A clock that moves on only when everybody sleeps: minutes pass at the speed of the work, and how much fits into a window does not depend
 * on the machine. Whoever really waits for a server goes through `busy`.
 */
export class VirtualTime implements Time {
  #now: number;
  #busy = 0;
  #sleepers: Sleeper[] = [];
  readonly random: () => number;

  constructor(start: number, seed = 1) {
    this.#now = start;
    this.random = mulberry(seed);
  }

  readonly now = (): number => this.#now;

  readonly sleep = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const sleeper = { at: this.#now + Math.max(0, ms), wake: resolve };
      this.#sleepers.push(sleeper);
      signal?.addEventListener('abort', () => {
        this.#sleepers = this.#sleepers.filter((other) => other !== sleeper);
        resolve();
      });
      if (signal?.aborted) resolve();
    });

  async busy<T>(work: Promise<T>): Promise<T> {
    this.#busy++;
    try {
      return await work;
    } finally {
      this.#busy--;
    }
  }

  /** A store whose answers the clock waits for. */
  over(store: WeightStore): WeightStore {
    return {
      take: (...asked) => this.busy(store.take(...asked)),
      pace: (...asked) => this.busy(store.pace(...asked)),
      settle: (...asked) => this.busy(store.settle(...asked)),
      close: (...asked) => this.busy(store.close(...asked)),
      status: () => store.status(),
      end: () => store.end(),
    };
  }

  /** Lets time pass until `work` is done. */
  async run<T>(work: Promise<T>): Promise<T> {
    const state = { over: false };
    const done = work.finally(() => (state.over = true));
    void done.catch(() => undefined); // awaited below
    while (!state.over) {
      await setImmediate();
      if (this.#busy > 0 || state.over) continue;
      const at = Math.min(...this.#sleepers.map((sleeper) => sleeper.at));
      if (at === Infinity) continue;
      this.#now = Math.max(this.#now, at);
      const waking = this.#sleepers.filter((sleeper) => sleeper.at <= this.#now);
      this.#sleepers = this.#sleepers.filter((sleeper) => sleeper.at > this.#now);
      for (const { wake } of waking) wake();
    }
    return done;
  }
}

/** Numbers that look random and come again with the same seed. */
export function mulberry(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
