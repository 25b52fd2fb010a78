import { Busy } from '../../platform/crypto/index.js';

interface Waiting {
  owner: string;
  start: () => void;
}

/** Runs at most `slots` tasks at once, one of each owner, in order of arrival. Many tasks of one owner delay only that owner. */
export class DecoderSlots {
  readonly #running = new Set<string>();
  readonly #waiting: Waiting[] = [];

  constructor(
    private readonly slots: number,
    /** Tasks that may wait; more are refused at once, so that a flood cannot pile up memory. */
    private readonly queue: number,
  ) {}

  /** Runs `task` in a slot. Throws Busy where the queue is full. */
  async run<T>(owner: string, task: () => Promise<T>): Promise<T> {
    await this.#admit(owner);
    try {
      return await task();
    } finally {
      this.#running.delete(owner);
      this.#startNext();
    }
  }

  private mayStart(owner: string): boolean {
    return this.#running.size < this.slots && !this.#running.has(owner);
  }

  #admit(owner: string): Promise<void> {
    if (this.mayStart(owner)) {
      this.#running.add(owner);
      return Promise.resolve();
    }
    if (this.#waiting.length >= this.queue) return Promise.reject(new Busy());
    return new Promise((start) => this.#waiting.push({ owner, start }));
  }

  #startNext(): void {
    const index = this.#waiting.findIndex(({ owner }) => this.mayStart(owner));
    const [next] = index < 0 ? [] : this.#waiting.splice(index, 1);
    if (!next) return;
    this.#running.add(next.owner); // before anyone who arrives meanwhile
    next.start();
  }
}
