import { DomainError } from '../domain/domain.errors.js';

/** The queue of an expensive operation is full: a 503, to be retried shortly. */
export class Busy extends DomainError {
  constructor() {
    super('unavailable', 'server.busy', 'The service is busy. Please try again in a moment');
  }
}

/** `first`: runs before every normal task, and is admitted while the normal queue is full. */
export type Priority = 'normal' | 'first';

/**
 * Limits concurrency to `slots` tasks with a queue of `queue` for each priority; further tasks are refused at once, so that a flood cannot
 * exhaust memory.
 */
export class Semaphore {
  #free: number;
  readonly #waiting: Record<Priority, (() => void)[]> = { first: [], normal: [] };

  constructor(
    slots: number,
    private readonly queue: number,
  ) {
    this.#free = slots;
  }

  /** Runs `task` in a slot, in order of arrival within its priority. Throws Busy when the queue is full. */
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
        next(); // hands the slot over without freeing it
      else this.#free += 1;
    }
  }
}
