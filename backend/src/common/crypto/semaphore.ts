import { DomainError } from '../domain/domain-error.js';

/** Thrown where the queue in front of something costly is full: 503, come back in a moment. */
export class Busy extends DomainError {
  constructor() {
    super('unavailable', 'server.busy', 'The service is busy. Please try again in a moment');
  }
}

/** At most `slots` tasks at once and `queue` waiting ones; more are refused at once, so that a flood cannot pile up memory. */
export class Semaphore {
  #free: number;
  readonly #waiting: (() => void)[] = [];

  constructor(
    slots: number,
    private readonly queue: number,
  ) {
    this.#free = slots;
  }

  /** Runs `task` in a slot, in order of arrival. Throws Busy where the queue is full. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1;
    else if (this.#waiting.length >= this.queue) throw new Busy();
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift();
      if (next)
        next(); // the slot passes on without becoming free in between
      else this.#free += 1;
    }
  }
}
