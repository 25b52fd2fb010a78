/** Runs work at most once in an interval, however often it is asked to. Failed work runs again at the next call. */
export class RunAtMostEvery {
  /** Monotonic clock of the process. */
  #dueAt = 0;

  constructor(private readonly intervalMs: number) {}

  async run(work: () => Promise<unknown>): Promise<void> {
    if (performance.now() < this.#dueAt) return;
    await work();
    this.#dueAt = performance.now() + this.intervalMs;
  }
}
