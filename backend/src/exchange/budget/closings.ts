import type { Venue } from '../port/index.js';
import type { WeightStore } from './weight-store.js';
import { WHOLE_ADDRESS } from './weight-budget.js';

/** A closing of no length would be a hot loop, and servers were seen to send one. */
const SHORTEST_MS = 1000;
const LONGEST_MS = 7 * 86_400_000;
const MANY = 1000;

interface Closing {
  venue: Venue;
  name: string;
  until: number;
  stored: boolean;
}

/** What is closed as far as this process knows: what a venue told it, and what the store said. */
export class Closings {
  readonly #closings = new Map<string, Closing>();
  #unstored = false;

  constructor(
    private readonly now: () => number,
    private readonly store: Pick<WeightStore, 'close'>,
  ) {}

  /** Ours to tell the others. */
  add(venue: Venue, name: string, ms: number): void {
    const length = Number.isFinite(ms) ? Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms)) : SHORTEST_MS;
    this.#keep({ venue, name, until: this.now() + length, stored: false });
  }

  /** The store's word. */
  learn(venue: Venue, name: string, ms: number): void {
    this.#keep({ venue, name, until: this.now() + ms, stored: true });
  }

  /** 0: open. */
  until(venue: Venue, name: string): number {
    const until = Math.max(this.#closings.get(keyOf(venue, name))?.until ?? 0, this.#closings.get(keyOf(venue, WHOLE_ADDRESS))?.until ?? 0);
    return until > this.now() ? until : 0;
  }

  /** Brings what the store does not have yet. Rejects while it is out of reach; the closings stay for the next try. */
  async flush(): Promise<void> {
    if (!this.#unstored) return;
    this.#unstored = false;
    for (const closing of this.#closings.values()) {
      const left = closing.until - this.now();
      if (closing.stored || left <= 0) continue;
      closing.stored = true;
      try {
        await this.store.close(closing.venue, closing.name, left);
      } catch (error) {
        closing.stored = false;
        this.#unstored = true;
        throw error;
      }
    }
  }

  #keep(closing: Closing): void {
    const key = keyOf(closing.venue, closing.name);
    const known = this.#closings.get(key);
    if (known && known.until >= closing.until) return;
    if (this.#closings.size >= MANY) for (const [old, { until }] of this.#closings) if (until <= this.now()) this.#closings.delete(old);
    this.#closings.set(key, closing);
    if (!closing.stored) this.#unstored = true;
  }
}

function keyOf(venue: Venue, name: string): string {
  return `${venue} ${name}`;
}
