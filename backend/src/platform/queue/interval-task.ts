import type { Logger } from '@nestjs/common';

/**
 * Adds to @Interval of @nestjs/schedule: runs never overlap, an outage is logged once, and shutdown waits for the current run. @Interval
 * waits one interval before its first run, so owners call `run` at start. Loops that continue at once while there is more work use
 * PollingLoop.
 */
export class IntervalTask {
  #running: Promise<void> | undefined;
  #failing = false;
  #stopped = false;

  /** `failure`: the line that the first failure of an outage logs. */
  constructor(
    private readonly log: Pick<Logger, 'warn'>,
    private readonly failure: string,
    private readonly work: () => Promise<unknown>,
  ) {}

  /** Returns the current run if there is one. Never rejects. */
  async run(): Promise<void> {
    if (!this.#stopped) this.#running ??= this.#once().finally(() => (this.#running = undefined));
    await this.#running;
  }

  /** Resolves when the current run has ended. No run starts afterwards. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#running;
  }

  async #once(): Promise<void> {
    try {
      await this.work();
      this.#failing = false;
    } catch (error) {
      if (!this.#failing) this.log.warn({ err: error }, this.failure);
      this.#failing = true;
    }
  }
}
