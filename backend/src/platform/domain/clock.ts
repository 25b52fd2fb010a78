import { Injectable } from '@nestjs/common';

/** The only source of the time inside the domain. Expiries and leases that several processes judge use the database's now() instead. */
export abstract class Clock {
  abstract now(): Date;
}

@Injectable()
export class SystemClock extends Clock {
  now(): Date {
    return new Date();
  }
}
