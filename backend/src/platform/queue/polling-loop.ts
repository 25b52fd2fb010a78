export interface PollingLoopOptions {
  /** Pause between two ticks. After a tick that returned true the next one starts at once. */
  intervalMs: number;
  /** Does the work that is due and returns whether there may be more. `signal` aborts when the process ends: finish the item in hand. */
  tick(signal: AbortSignal): Promise<boolean>;
  /** Called for the first failure of an outage, not for those that follow. */
  onFirstFailure(error: unknown): void;
}

/** Drains work in a loop while its process runs, one tick at a time. For fixed ticks use IntervalTask. */
export class PollingLoop {
  readonly #options: PollingLoopOptions;
  readonly #stopping = new AbortController();
  #timer?: NodeJS.Timeout;
  #running: Promise<void> = Promise.resolve();
  #failing = false;

  constructor(options: PollingLoopOptions) {
    this.#options = options;
  }

  start(): void {
    this.#schedule(0);
  }

  /** Resolves when the current tick has ended. No tick starts afterwards. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#running;
  }

  #schedule(ms: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#tick().then((more) => this.#schedule(more ? 0 : this.#options.intervalMs));
    }, ms);
  }

  async #tick(): Promise<boolean> {
    try {
      const more = await this.#options.tick(this.#stopping.signal);
      this.#failing = false;
      return more;
    } catch (error) {
      if (!this.#failing) this.#options.onFirstFailure(error);
      this.#failing = true;
      return false;
    }
  }
}
