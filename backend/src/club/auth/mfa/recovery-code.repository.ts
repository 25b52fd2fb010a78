import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';

/** Every statement about the table `recovery_codes`. */
@Injectable()
export class RecoveryCodeRepository {
  /** Replaces the user's codes by a new set. */
  async replace(em: EntityManager, userId: string, hashes: readonly string[]): Promise<void> {
    await this.removeAll(em, userId);
    for (const hash of hashes) await db(em).insertInto('recovery_codes').values({ id: randomUUID(), user_id: userId, hash }).execute();
  }

  async removeAll(em: EntityManager, userId: string): Promise<void> {
    await db(em).deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  }

  /** Returns one of the user's hashes, whose salt all of them share. */
  async anyHashOf(em: EntityManager, userId: string): Promise<string | null> {
    const row = await db(em).selectFrom('recovery_codes').select('hash').where('user_id', '=', userId).limit(1).executeTakeFirst();
    return row?.hash ?? null;
  }

  /** Marks a code as used, in one statement: of two concurrent calls, one gets the number of codes left and the other null. */
  async use(em: EntityManager, userId: string, hash: string): Promise<number | null> {
    const used = await db(em)
      .updateTable('recovery_codes')
      .set({ used_at: sql<string>`now()` })
      .where('user_id', '=', userId)
      .where('hash', '=', hash)
      .where('used_at', 'is', null)
      .returning('id')
      .executeTakeFirst();
    return used ? this.countLeft(em, userId) : null;
  }

  private async countLeft(em: EntityManager, userId: string): Promise<number> {
    const { n } = await db(em)
      .selectFrom('recovery_codes')
      .select(sql<number>`count(*)::int`.as('n'))
      .where('user_id', '=', userId)
      .where('used_at', 'is', null)
      .executeTakeFirstOrThrow();
    return n;
  }
}
