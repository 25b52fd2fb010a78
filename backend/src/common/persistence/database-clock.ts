import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';

/** The database's clock: one for all processes, for what they write in one order. */
@Injectable()
export class DatabaseClock {
  /** Reads the time of this moment, not that of the transaction's begin. */
  async now(em: EntityManager): Promise<Date> {
    const [row] = await em.execute<{ now: string }[]>('select clock_timestamp() as now');
    return new Date(row!.now);
  }
}
