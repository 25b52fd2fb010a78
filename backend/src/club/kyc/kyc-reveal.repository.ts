import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';

/** Statements of a reveal on tables of other modules. Methods take `tx`, the caller's transaction. */
@Injectable()
export class KycRevealRepository {
  /** Locks the admin's row, so that concurrent reveals of one admin count each other. */
  async lockAdmin(tx: EntityManager, adminId: string): Promise<void> {
    await db(tx).selectFrom('users').select('id').where('id', '=', adminId).forNoKeyUpdate().execute();
  }

  /** Counts the admin's audit events of this action in the last hour. `hour`: the current one, `YYYY-MM-DDTHH`, UTC. */
  async countLastHour(tx: EntityManager, adminId: string, action: string): Promise<{ count: number; hour: string }> {
    const { count, hour } = await db(tx)
      .selectFrom('audit_events')
      .select((eb) => [
        eb.fn.countAll<string>().as('count'),
        sql<string>`to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24')`.as('hour'),
      ])
      .where('actor_id', '=', adminId)
      .where('action', '=', action)
      .where('at', '>', sql<string>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow();
    return { count: Number(count), hour };
  }
}
