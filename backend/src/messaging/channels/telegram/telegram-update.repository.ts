import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../../database.js';
import type { TelegramAction } from './telegram-update.rules.js';

const now = sql<string>`now()`;

/** Every statement about the table `telegram_updates`, but for its retention. */
@Injectable()
export class TelegramUpdateRepository {
  constructor(private readonly em: EntityManager) {}

  /** Stores updates, but those that are known. One that asks for nothing is done. */
  async insert(updates: readonly { updateId: number; action: TelegramAction | null }[]): Promise<void> {
    if (updates.length === 0) return;
    const rows = updates.map(({ updateId, action }) => ({
      update_id: String(updateId),
      action: action === null ? null : sql<string>`${JSON.stringify(action)}::jsonb`,
      done_at: action === null ? now : null,
    }));
    await db(this.em)
      .insertInto('telegram_updates')
      .values(rows as never)
      .onConflict((conflict) => conflict.column('update_id').doNothing())
      .execute();
  }

  /** Locks the oldest update that is not done and that no other worker has. */
  async lockNext(tx: EntityManager): Promise<{ updateId: string; action: TelegramAction } | null> {
    const row = await db(tx)
      .selectFrom('telegram_updates')
      .select(['update_id as updateId', 'action'])
      .where('done_at', 'is', null)
      .orderBy('update_id')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    return row ? { updateId: String(row.updateId), action: row.action as unknown as TelegramAction } : null;
  }

  /** Forgets what an update asked for. Its number stays. */
  async finish(tx: EntityManager, updateId: string): Promise<void> {
    await db(tx).updateTable('telegram_updates').set({ done_at: now, action: null }).where('update_id', '=', updateId).execute();
  }

  /** Counts a failure of our own. After `limit` the update is given up. Returns whether it is. */
  async fail(updateId: string, limit: number): Promise<boolean> {
    const row = await db(this.em)
      .updateTable('telegram_updates')
      .set((eb) => ({
        attempts: eb('attempts', '+', 1),
        done_at: eb
          .case()
          .when(eb('attempts', '+', 1), '>=', limit)
          .then(now)
          .else(null)
          .end(),
        action: eb
          .case()
          .when(eb('attempts', '+', 1), '>=', limit)
          .then(null)
          .else(eb.ref('action'))
          .end(),
      }))
      .where('update_id', '=', updateId)
      .returning((eb) => eb('done_at', 'is not', null).$castTo<boolean>().as('isGivenUp'))
      .executeTakeFirst();
    return row?.isGivenUp ?? true;
  }
}
