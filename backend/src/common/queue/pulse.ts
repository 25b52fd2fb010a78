export interface PulseOptions {
  /** Between two rounds; after a round that left work undone the next begins at once. */
  everyMs: number;
  /** Does what is due. True: there may be more. `signal`: the process ends, finish what is in hand. */
  round(signal: AbortSignal): Promise<boolean>;
  /** The first failure of an outage; those after it are not told. */
  onOutage(error: unknown): void;
}

/** Runs a piece of work again and again while its process lives, one round at a time. */
export class Pulse {
  readonly #options: PulseOptions;
  readonly #stopping = new AbortController();
  #timer?: NodeJS.Timeout;
  #round: Promise<void> = Promise.resolve();
  #failing = false;

  constructor(options: PulseOptions) {
    this.#options = options;
  }

  start(): void {
    this.#next(0);
  }

  /** Resolves when the round under way has ended; none begins after it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    clearTimeout(this.#timer);
    await this.#round;
  }

  #next(ms: number): void {
    if (this.#stopping.signal.aborted) return;
    this.#timer = setTimeout(() => {
      this.#round = this.#beat().then((more) => this.#next(more ? 0 : this.#options.everyMs));
    }, ms);
  }

  async #beat(): Promise<boolean> {
    try {
      const more = await this.#options.round(this.#stopping.signal);
      this.#failing = false;
      return more;
    } catch (error) {
      if (!this.#failing) this.#options.onOutage(error);
      this.#failing = true;
      return false;
    }
  }
}
