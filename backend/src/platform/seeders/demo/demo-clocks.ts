import { Clock } from '../../domain/index.js';
import { DatabaseClock } from '../../persistence/database-clock.service.js';

/** The system's clock, until `set` stops it at an instant. For the process that creates the demo history. */
export class DemoClock extends Clock {
  #held: Date | null = null;

  now(): Date {
    return this.#held ?? new Date();
  }

  /** Makes `instant` the current time of every service of this process. Null returns to the system's time. */
  set(instant: Date | null): void {
    this.#held = instant;
  }
}

/** The same in place of the database's clock. */
export class DemoDatabaseClock extends DatabaseClock {
  constructor(private readonly clock: DemoClock) {
    super();
  }

  override async now(): Promise<Date> {
    return this.clock.now();
  }
}
