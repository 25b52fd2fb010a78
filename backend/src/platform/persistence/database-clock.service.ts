import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';

/** The database's clock: all processes share it, so their rows sort in the order they were written. */
@Injectable()
export class DatabaseClock {
  /** Reads the present time, which moves on within a transaction. */
  async now(em: EntityManager): Promise<Date> {
    const { now } = await em
      .getKysely()
      .selectNoFrom(sql<string>`clock_timestamp()`.as('now'))
      .executeTakeFirstOrThrow();
    return new Date(now);
  }
}
