import { Busy } from '../../platform/crypto/index.js';

/** Runs tasks with the same key one after another, and tasks with different keys concurrently. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();
  readonly #waiting = new Map<string, number>();

  constructor(private readonly max = 50) {}

  /** Throws Busy if `max` tasks with this key are running or waiting. */
  async run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const waiting = this.#waiting.get(key) ?? 0;
    if (waiting >= this.max) throw new Busy();
    this.#waiting.set(key, waiting + 1);
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(task, task);
    this.#last.set(key, turn);
    try {
      return await turn;
    } finally {
      const left = (this.#waiting.get(key) ?? 1) - 1;
      if (left > 0) this.#waiting.set(key, left);
      else this.#waiting.delete(key);
      if (this.#last.get(key) === turn) this.#last.delete(key);
    }
  }

  get size(): number {
    return this.#last.size;
  }
}
