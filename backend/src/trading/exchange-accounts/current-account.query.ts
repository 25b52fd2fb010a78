import type { EntityManager } from '@mikro-orm/postgresql';
import { NotFound } from '../../platform/domain/index.js';
import { db } from '../../database.js';

/** Returns the id of the user's current exchange account; null: none. Throws NotFound (named `what`) for an unknown user. */
export async function findCurrentAccountId(em: EntityManager, userId: string, what: string): Promise<string | null> {
  const row = await db(em)
    .selectFrom('users as u')
    .leftJoin('exchange_accounts as a', (join) => join.onRef('a.user_id', '=', 'u.id').on('a.is_current', '=', true))
    .select('a.id')
    .where('u.id', '=', userId)
    .executeTakeFirst();
  if (!row) throw new NotFound(what);
  return row.id;
}
