import { TooMany } from '../../platform/domain/index.js';

export interface RandomOrderSettings {
  everyMs: number;
  waiting: number;
  waitingOverall: number;
  maxWaitMs: number;
}

interface Waiter {
  go(): void;
  turnAway(): void;
}

interface Line {
  waiters: Waiter[];
  next: NodeJS.Timeout;
}

/**
 * Lets attempts of one key through one at a time, `everyMs` apart, drawn by lot: a crowd of guessers slows everybody, but it cannot keep
 * one attempt at the end of a queue. The number of waiting attempts is bounded; one of them, drawn by lot too, is turned away where another
 * one comes.
 */
export class RandomOrderQueue {
  readonly #lines = new Map<string, Line>();
  #waiting = 0;

  constructor(private readonly settings: () => RandomOrderSettings) {}

  /** Resolves when it is this attempt's turn. Throws TooMany after `maxWaitMs`, or where too many wait. */
  async turn(key: string): Promise<void> {
    const line = this.#lines.get(key);
    if (!line) {
      this.#lines.set(key, { waiters: [], next: this.#draw(key) });
      return;
    }
    const { waiting, waitingOverall, maxWaitMs } = this.settings();
    if (line.waiters.length >= waiting) this.#pick(line)?.turnAway();
    if (this.#waiting >= waitingOverall) throw new TooMany(maxWaitMs / 1000);
    await this.#wait(line, maxWaitMs);
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Keys with an attempt under way or waiting. */
  get size(): number {
    return this.#lines.size;
  }

  /** Lets everybody through: the process ends. */
  close(): void {
    for (const { next, waiters } of this.#lines.values()) {
      clearTimeout(next);
      for (const waiter of waiters.splice(0)) waiter.go();
    }
    this.#lines.clear();
  }

  #wait(line: Line, maxWaitMs: number): Promise<void> {
    this.#waiting++;
    return new Promise<void>((resolve, reject) => {
      const leave = (finish: () => void) => () => {
        clearTimeout(tooLong);
        this.#waiting--;
        finish();
      };
      const waiter: Waiter = { go: leave(resolve), turnAway: leave(() => reject(new TooMany(maxWaitMs / 1000))) };
      const tooLong = setTimeout(() => {
        line.waiters.splice(line.waiters.indexOf(waiter), 1);
        waiter.turnAway();
      }, maxWaitMs);
      line.waiters.push(waiter);
    });
  }

  #draw(key: string): NodeJS.Timeout {
    const timer = setTimeout(() => {
      const line = this.#lines.get(key);
      const drawn = line && this.#pick(line);
      if (!line || !drawn) return void this.#lines.delete(key);
      line.next = this.#draw(key);
      drawn.go();
    }, this.settings().everyMs);
    return timer.unref();
  }

  #pick({ waiters }: Line): Waiter | undefined {
    return waiters.splice(Math.floor(Math.random() * waiters.length), 1)[0];
  }
}
