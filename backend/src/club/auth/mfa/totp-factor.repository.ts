import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';

/** Time that a new secret waits for its first code. */
const PENDING = `interval '30 minutes'`;
const now = sql<string>`now()`;

export interface StoredSeed {
  id: string;
  /** Sealed. */
  seed: Buffer;
  /** The database's time, in seconds since 1970. */
  epoch: number;
}

/** Every statement about the table `totp_factors`. */
@Injectable()
export class TotpFactorRepository {
  /** Stores a pending seed in place of an earlier pending one. */
  async putPending(em: EntityManager, userId: string, { id, seed }: { id: string; seed: Buffer }): Promise<void> {
    await db(em)
      .insertInto('totp_factors')
      .values({ id, user_id: userId, seed })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .where('confirmed_at', 'is', null)
          .doUpdateSet((eb) => ({ id: eb.ref('excluded.id'), seed: eb.ref('excluded.seed'), created_at: now, last_step: null })),
      )
      .execute();
  }

  async findPending(em: EntityManager, userId: string): Promise<StoredSeed | null> {
    const pending = this.seeds(em, userId)
      .where('confirmed_at', 'is', null)
      .where('created_at', '>', sql<string>`now() - ${sql.raw(PENDING)}`);
    return (await pending.executeTakeFirst()) ?? null;
  }

  async findConfirmed(em: EntityManager, userId: string): Promise<StoredSeed | null> {
    return (await this.seeds(em, userId).where('confirmed_at', 'is not', null).executeTakeFirst()) ?? null;
  }

  /** Confirms a pending seed in place of the earlier one and marks `step` as used. Returns false if it is no longer pending. */
  async activate(em: EntityManager, userId: string, factorId: string, step: number): Promise<boolean> {
    const pending = await db(em)
      .selectFrom('totp_factors')
      .select('id')
      .where('id', '=', factorId)
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!pending) return false;
    await db(em).deleteFrom('totp_factors').where('user_id', '=', userId).where('confirmed_at', 'is not', null).execute();
    await db(em).updateTable('totp_factors').set({ confirmed_at: now, last_step: step }).where('id', '=', factorId).execute();
    return true;
  }

  /** Marks `step` and all earlier ones as used. Returns false if it was used before. */
  async useStep(em: EntityManager, factorId: string, step: number): Promise<boolean> {
    const used = await db(em)
      .updateTable('totp_factors')
      .set({ last_step: step })
      .where('id', '=', factorId)
      .where((eb) => eb.or([eb('last_step', 'is', null), eb('last_step', '<', String(step))]))
      .returning('id')
      .executeTakeFirst();
    return used !== undefined;
  }

  /** Returns false if there was no confirmed factor. */
  async remove(em: EntityManager, userId: string): Promise<boolean> {
    const removed = await db(em).deleteFrom('totp_factors').where('user_id', '=', userId).returning('confirmed_at').execute();
    return removed.some(({ confirmed_at }) => confirmed_at !== null);
  }

  private seeds(em: EntityManager, userId: string) {
    return db(em)
      .selectFrom('totp_factors')
      .select(['id', 'seed', sql<number>`extract(epoch from now())::float8`.as('epoch')])
      .where('user_id', '=', userId);
  }
}
