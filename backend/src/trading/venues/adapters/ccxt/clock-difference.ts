import { performance } from 'node:perf_hooks';

const SAMPLES = 3;
const REFRESH_MS = 600_000;
/** A difference that could not be measured anew is believed this much longer before the next attempt, unless a stamp was refused. */
const GRACE_MS = 60_000;
/**
 * Venues accept stamps that are seconds old but hardly any from the future: stamping a little early leaves room for a clock that drifts
 * between two measurements.
 */
const EARLY_MS = 400;

/** One measurement. */
export interface MeasuredClock {
  /** Local minus venue, in milliseconds. */
  readonly difference: number;
  /** What to subtract from our clock for a stamp that the venue accepts. */
  readonly forStamps: number;
}

/** How far our clock is ahead of a host's; one for all accounts of a process (exchange.md section 2). */
export class ClockDifference {
  #measured: MeasuredClock | null = null;
  #staleAt = 0;
  #measuring: Promise<MeasuredClock> | null = null;

  /** `serverTime` asks the host once. */
  constructor(
    private readonly serverTime: () => Promise<number>,
    private readonly localTime: () => number = Date.now,
    private readonly monotonic: () => number = () => performance.now(),
  ) {}

  /** Local minus venue as last measured; 0 before that. */
  get ahead(): number {
    return this.#measured?.difference ?? 0;
  }

  /** At most ten minutes old. Whoever asks while a refused difference is measured anew waits for the new one. */
  async measured(): Promise<MeasuredClock> {
    const known = this.#measured;
    if (known && this.monotonic() < this.#staleAt) return known;
    try {
      return await this.#measure();
    } catch (error) {
      // Distrusted meanwhile, or never known: there is nothing to go on with.
      if (!known || this.#measured !== known) throw error;
      this.#staleAt = this.monotonic() + GRACE_MS;
      return known;
    }
  }

  /** The host did not accept a stamp made with `used`: measures anew, once for everybody who used the same. */
  async distrust(used: MeasuredClock): Promise<void> {
    if (this.#measured === used) this.#measured = null;
    await this.measured();
  }

  #measure(): Promise<MeasuredClock> {
    this.#measuring ??= this.#sample().finally(() => (this.#measuring = null));
    return this.#measuring;
  }

  async #sample(): Promise<MeasuredClock> {
    const differences: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      const before = this.localTime();
      const server = await this.serverTime();
      differences.push((before + this.localTime()) / 2 - server);
    }
    differences.sort((a, b) => a - b);
    const difference = Math.round(differences[Math.floor(SAMPLES / 2)]!);
    this.#staleAt = this.monotonic() + REFRESH_MS;
    return (this.#measured = { difference, forStamps: difference + EARLY_MS });
  }
}
