import type { Venue } from '../port/index.js';
import type { WeightStore } from './weight-store.js';
import { WHOLE_ADDRESS } from './weight-budget.js';

/** Minimum length: some servers send zero, which would cause a busy loop. */
const MIN_MS = 1000;
const MAX_MS = 7 * 86_400_000;
const MAX_ENTRIES = 1000;

interface Cooldown {
  venue: Venue;
  name: string;
  until: number;
  stored: boolean;
}

/** The cooldowns that this process knows: reported by a venue, or read from the store. */
export class VenueCooldowns {
  readonly #cooldowns = new Map<string, Cooldown>();
  #unstored = false;

  constructor(
    private readonly now: () => number,
    private readonly store: Pick<WeightStore, 'close'>,
  ) {}

  /** Adds a cooldown that a venue reported to this process; flush() shares it. */
  add(venue: Venue, name: string, ms: number): void {
    const length = Number.isFinite(ms) ? Math.min(MAX_MS, Math.max(MIN_MS, ms)) : MIN_MS;
    this.#keep({ venue, name, until: this.now() + length, stored: false });
  }

  /** Adds a cooldown read from the store. */
  learn(venue: Venue, name: string, ms: number): void {
    this.#keep({ venue, name, until: this.now() + ms, stored: true });
  }

  /** Returns when the cooldown ends (local clock); 0: none. */
  until(venue: Venue, name: string): number {
    const until = Math.max(
      this.#cooldowns.get(keyOf(venue, name))?.until ?? 0,
      this.#cooldowns.get(keyOf(venue, WHOLE_ADDRESS))?.until ?? 0,
    );
    return until > this.now() ? until : 0;
  }

  /** Writes new cooldowns to the store. Rejects while it is unreachable; they stay for the next call. */
  async flush(): Promise<void> {
    if (!this.#unstored) return;
    this.#unstored = false;
    for (const cooldown of this.#cooldowns.values()) {
      const left = cooldown.until - this.now();
      if (cooldown.stored || left <= 0) continue;
      cooldown.stored = true;
      try {
        await this.store.close(cooldown.venue, cooldown.name, left);
      } catch (error) {
        cooldown.stored = false;
        this.#unstored = true;
        throw error;
      }
    }
  }

  #keep(cooldown: Cooldown): void {
    const key = keyOf(cooldown.venue, cooldown.name);
    const known = this.#cooldowns.get(key);
    if (known && known.until >= cooldown.until) return;
    if (this.#cooldowns.size >= MAX_ENTRIES)
      for (const [old, { until }] of this.#cooldowns) if (until <= this.now()) this.#cooldowns.delete(old);
    this.#cooldowns.set(key, cooldown);
    if (!cooldown.stored) this.#unstored = true;
  }
}

function keyOf(venue: Venue, name: string): string {
  return `${venue} ${name}`;
}
