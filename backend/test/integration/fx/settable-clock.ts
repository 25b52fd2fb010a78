import { Clock } from '../../../src/platform/domain/index.js';

export class SettableClock extends Clock {
  #now = new Date();

  now(): Date {
    return this.#now;
  }

  set(now: Date): void {
    this.#now = now;
  }
}
