import { Clock } from '../../domain/index.js';
import { DatabaseClock } from '../../persistence/database-clock.service.js';

/** The clock of the process that writes the demo club's history: the system's, until `set` holds it at an instant. */
export class DemoClock extends Clock {
  #held: Date | null = null;

  now(): Date {
    return this.#held ?? new Date();
  }

  /** Every service of this process takes `instant` for now. Null: the system's time again. */
  set(instant: Date | null): void {
    this.#held = instant;
  }
}

/** The same for what is written in the order of the database's clock. */
export class DemoDatabaseClock extends DatabaseClock {
  constructor(private readonly clock: DemoClock) {
    super();
  }

  override async now(): Promise<Date> {
    return this.clock.now();
  }
}
