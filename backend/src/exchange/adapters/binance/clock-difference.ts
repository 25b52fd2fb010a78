import { performance } from 'node:perf_hooks';

const SAMPLES = 3;
const REFRESH_MS = 600_000;
/**
 * The venue accepts stamps up to 10 s old but only 1 s ahead: stamping a little early leaves room for a clock that drifts between two
 * measurements.
 */
const EARLY_MS = 400;

/** How far our clock is ahead of the venue's; one for all accounts of a process (exchange.md section 2). */
export class ClockDifference {
  #measured: { difference: number; at: number } | null = null;
  #measuring: Promise<void> | null = null;

  /** `serverTime` asks the venue once. */
  constructor(
    private readonly serverTime: () => Promise<number>,
    private readonly localTime: () => number = Date.now,
  ) {}

  /** Local minus venue in milliseconds, at most ten minutes old. */
  async exact(): Promise<number> {
    const known = this.#measured;
    if (known && performance.now() - known.at < REFRESH_MS) return known.difference;
    await this.#measure();
    return this.#measured!.difference;
  }

  /** What to subtract from our clock for a stamp that the venue accepts. */
  async forStamps(): Promise<number> {
    return (await this.exact()) + EARLY_MS;
  }

  /** The venue did not accept `used`. Measures anew unless somebody has since. */
  async distrust(used: number): Promise<void> {
    if (this.#measured && this.#measured.difference + EARLY_MS !== used) return;
    await this.#measure();
  }

  #measure(): Promise<void> {
    this.#measuring ??= this.#sample().finally(() => (this.#measuring = null));
    return this.#measuring;
  }

  async #sample(): Promise<void> {
    const differences: number[] = [];
    for (let i = 0; i < SAMPLES; i++) {
      const before = this.localTime();
      const server = await this.serverTime();
      differences.push((before + this.localTime()) / 2 - server);
    }
    differences.sort((a, b) => a - b);
    this.#measured = { difference: Math.round(differences[Math.floor(SAMPLES / 2)]!), at: performance.now() };
  }
}
