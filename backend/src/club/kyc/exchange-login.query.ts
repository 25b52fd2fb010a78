import type { EntityManager } from '@mikro-orm/postgresql';
import { db } from '../../database.js';

/**
 * Deletes the sealed exchange sign-ins of a member. Returns whether there was one. Locks submissions: take this before the member's row, as
 * reviews do.
 */
export async function deleteExchangeLogins(tx: EntityManager, userId: string): Promise<boolean> {
  const rows = await db(tx)
    .updateTable('kyc_submissions')
    .set({ exchange_login: null })
    .where('user_id', '=', userId)
    .where('exchange_login', 'is not', null)
    .returning('id')
    .execute();
  return rows.length > 0;
}
