import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { tablesOf } from '../persistence/tables.query.js';
import type { IdempotencyKeySchema } from './idempotency-key.entity.js';

const keys = tablesOf<typeof IdempotencyKeySchema>;

/** What identifies a stored answer. */
export interface AnswerKey {
  userId: string;
  route: string;
  key: string;
}

/** Every statement about the table `idempotency_keys`. Methods take `tx`, the caller's transaction. */
@Injectable()
export class IdempotencyKeyRepository {
  constructor(private readonly em: EntityManager) {}

  /**
   * Inserts the key and returns true, or returns false where it is known. `on conflict do nothing` blocks on a concurrent insert of the
   * same key: false if that one commits, true if it rolls back.
   */
  async insert(tx: EntityManager, { userId, route, key }: AnswerKey, requestHash: Buffer): Promise<boolean> {
    const inserted = await keys(tx)
      .insertInto('idempotency_keys')
      .values({ user_id: userId, route, key, request_hash: requestHash })
      .onConflict((conflict) => conflict.doNothing())
      .returning('key')
      .executeTakeFirst();
    return inserted !== undefined;
  }

  async saveAnswer(tx: EntityManager, { userId, route, key }: AnswerKey, answer: { body: string; total: number | null }): Promise<void> {
    await keys(tx)
      .updateTable('idempotency_keys')
      .set(answer)
      .where('user_id', '=', userId)
      .where('route', '=', route)
      .where('key', '=', key)
      .execute();
  }

  findAnswer(tx: EntityManager, { userId, route, key }: AnswerKey) {
    return keys(tx)
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'body', 'total'])
      .where('user_id', '=', userId)
      .where('route', '=', route)
      .where('key', '=', key)
      .executeTakeFirst();
  }

  /** Deletes keys a day after their first use, by the database's clock. */
  async removeExpired(): Promise<void> {
    await keys(this.em)
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', sql<string>`now() - interval '24 hours'`)
      .execute();
  }
}
