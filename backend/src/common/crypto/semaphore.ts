import { DomainError } from '../domain/domain-error.js';

/** Thrown where the queue in front of something costly is full: 503, come back in a moment. */
export class Busy extends DomainError {
  constructor() {
    super('unavailable', 'server.busy', 'The service is busy. Please try again in a moment');
  }
}

/** `first`: served before every normal task, and admitted while the normal queue is full. */
export type Priority = 'normal' | 'first';

/** At most `slots` tasks at once and `queue` waiting ones of each priority; more are refused at once, so that a flood cannot pile up memory. */
export class Semaphore {
  #free: number;
  readonly #waiting: Record<Priority, (() => void)[]> = { first: [], normal: [] };

  constructor(
    slots: number,
    private readonly queue: number,
  ) {
    this.#free = slots;
  }

  /** Runs `task` in a slot, in order of arrival within its priority. Throws Busy where the queue is full. */
  async run<T>(task: () => Promise<T>, priority: Priority = 'normal'): Promise<T> {
    const line = this.#waiting[priority];
    if (this.#free > 0) this.#free -= 1;
    else if (line.length >= this.queue) throw new Busy();
    else await new Promise<void>((resolve) => line.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.#waiting.first.shift() ?? this.#waiting.normal.shift();
      if (next)
        next(); // the slot passes on without becoming free in between
      else this.#free += 1;
    }
  }
}
