/** Does a piece of work at most once in so long, whoever asks how often; what failed is done at the next asking. */
export class Seldom {
  /** By the process's own clock, which nobody sets. */
  #due = 0;

  constructor(private readonly everyMs: number) {}

  async run(work: () => Promise<unknown>): Promise<void> {
    if (performance.now() < this.#due) return;
    await work();
    this.#due = performance.now() + this.everyMs;
  }
}
