import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { dateOrNull } from '../../../platform/persistence/date-or-null.js';
import { db } from '../../../database.js';

export interface NewHold {
  userId: string;
  reason: string;
  /** The responsible admin. */
  placedBy: string;
  /** When it ends; null: when it is lifted. */
  until: Date | null;
}

export interface OpenHold {
  userId: string;
  reason: string;
  placedAt: Date;
  until: Date | null;
}

const MAX_HOLDS = 1000;
const now = sql<string>`now()`;

/** Every statement about the table `retention_holds`. Methods that write take `tx`, the caller's transaction. */
@Injectable()
export class RetentionHoldRepository {
  constructor(private readonly em: EntityManager) {}

  /** Locks the member's row. Waits for a retention run that is deleting this member. */
  async lockUser(tx: EntityManager, userId: string): Promise<void> {
    await db(tx).selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
  }

  async insert(tx: EntityManager, id: string, { userId, reason, placedBy, until }: NewHold): Promise<void> {
    await db(tx)
      .insertInto('retention_holds')
      .values({ id, user_id: userId, reason, placed_by: placedBy, until: until?.toISOString() ?? null })
      .execute();
  }

  /** Lifts the open hold. Returns its id, or null where there is none. */
  async lift(tx: EntityManager, userId: string, liftedBy: string): Promise<string | null> {
    const row = await db(tx)
      .updateTable('retention_holds')
      .set({ lifted_at: now, lifted_by: liftedBy })
      .where('user_id', '=', userId)
      .where('lifted_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return row?.id ?? null;
  }

  /** Returns open holds, oldest first, 1,000 at most. */
  async findOpen(): Promise<OpenHold[]> {
    const rows = await db(this.em.fork())
      .selectFrom('retention_holds')
      .select(['user_id', 'reason', 'placed_at', 'until'])
      .where('lifted_at', 'is', null)
      .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', now)]))
      .orderBy('placed_at')
      .orderBy('id')
      .limit(MAX_HOLDS)
      .execute();
    return rows.map((row) => ({
      userId: row.user_id,
      reason: row.reason,
      placedAt: new Date(row.placed_at),
      until: dateOrNull(row.until),
    }));
  }
}
