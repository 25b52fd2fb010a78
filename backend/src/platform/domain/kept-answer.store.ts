import type { Clock } from './clock.js';

/** An answer that is read once for everybody who asks within `lifetimeMs`. */
export class KeptAnswer<T> {
  #kept: { at: number; answer: Promise<T> } | null = null;

  constructor(
    private readonly clock: Clock,
    private readonly lifetimeMs: number,
    private readonly read: () => Promise<T>,
  ) {}

  /** Returns the answer. A failure reaches the requests that wait for it and is not kept. */
  get(): Promise<T> {
    const now = this.clock.now().getTime();
    if (this.#kept && now - this.#kept.at < this.lifetimeMs && now >= this.#kept.at) return this.#kept.answer;
    const kept = { at: now, answer: this.read() };
    this.#kept = kept;
    kept.answer.catch(() => {
      if (this.#kept === kept) this.#kept = null;
    });
    return kept.answer;
  }
}
