import { TooMany } from '../../platform/domain/index.js';

export interface RandomOrderSettings {
  everyMs: number;
  waiting: number;
  waitingOverall: number;
  maxWaitMs: number;
}

interface Waiter {
  go(): void;
  refuse(): void;
}

interface Queue {
  waiters: Waiter[];
  next: NodeJS.Timeout;
}

/**
 * Admits attempts with the same key one at a time, `everyMs` apart and in random order: a crowd of guessers slows everyone down, but cannot
 * keep one attempt at the end of the queue. The number of waiting attempts is bounded; beyond it a randomly drawn one is rejected.
 */
export class RandomOrderQueue {
  readonly #queues = new Map<string, Queue>();
  #waiting = 0;

  constructor(private readonly settings: () => RandomOrderSettings) {}

  /** Resolves when it is this attempt's turn. Throws TooMany after `maxWaitMs`, or if too many wait. */
  async turn(key: string): Promise<void> {
    const queue = this.#queues.get(key);
    if (!queue) {
      this.#queues.set(key, { waiters: [], next: this.#draw(key) });
      return;
    }
    const { waiting, waitingOverall, maxWaitMs } = this.settings();
    if (queue.waiters.length >= waiting) this.#pick(queue)?.refuse();
    if (this.#waiting >= waitingOverall) throw new TooMany(maxWaitMs / 1000);
    await this.#wait(queue, maxWaitMs);
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Number of keys with a running or waiting attempt. */
  get size(): number {
    return this.#queues.size;
  }

  /** Admits all attempts, for shutdown. */
  close(): void {
    for (const { next, waiters } of this.#queues.values()) {
      clearTimeout(next);
      for (const waiter of waiters.splice(0)) waiter.go();
    }
    this.#queues.clear();
  }

  #wait(queue: Queue, maxWaitMs: number): Promise<void> {
    this.#waiting++;
    return new Promise<void>((resolve, reject) => {
      const leave = (finish: () => void) => () => {
        clearTimeout(tooLong);
        this.#waiting--;
        finish();
      };
      const waiter: Waiter = { go: leave(resolve), refuse: leave(() => reject(new TooMany(maxWaitMs / 1000))) };
      const tooLong = setTimeout(() => {
        queue.waiters.splice(queue.waiters.indexOf(waiter), 1);
        waiter.refuse();
      }, maxWaitMs);
      queue.waiters.push(waiter);
    });
  }

  #draw(key: string): NodeJS.Timeout {
    const timer = setTimeout(() => {
      const queue = this.#queues.get(key);
      const drawn = queue && this.#pick(queue);
      if (!queue || !drawn) return void this.#queues.delete(key);
      queue.next = this.#draw(key);
      drawn.go();
    }, this.settings().everyMs);
    return timer.unref();
  }

  #pick({ waiters }: Queue): Waiter | undefined {
    return waiters.splice(Math.floor(Math.random() * waiters.length), 1)[0];
  }
}
