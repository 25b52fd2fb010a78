import type { EntityManager } from '@mikro-orm/postgresql';
import { expressionBuilder, sql, type Expression, type QueryCreator, type SqlBool } from 'kysely';
import { db, type Database } from '../../database.js';
import { lastSynced } from './last-synced.sql.js';

/** Returns the columns of the member's current account that its owner and admins see. */
export function findKeyView(em: EntityManager, userId: string) {
  return db(em)
    .selectFrom('exchange_accounts as a')
    .select((eb) => ['a.venue', eb('a.api_key', 'is not', null).as('held'), 'a.key_hint', 'a.key_state', 'a.key_rights'])
    .select(['a.key_checked_at', 'a.key_refused_at', 'a.futures_available', lastSynced.as('last_synced_at')])
    .where('a.user_id', '=', userId)
    .where('a.is_current', '=', true)
    .executeTakeFirst();
}

/** Returns the sealed key of an account, or of the account that holds it now. */
export function findSealedKey(em: EntityManager, accountId: string) {
  return holders(db(em))
    .select(['a.id', 'a.user_id', 'a.api_key', 'a.secret_key', 'a.passphrase'])
    .where('asked.id', '=', accountId)
    .executeTakeFirst();
}

/** Returns what reviewers see of the accounts' keys; accounts without a key are left out. */
export function findKeySummaries(em: EntityManager, accountIds: readonly string[]) {
  return holders(db(em))
    .select(['asked.id as asked_id', 'a.id', 'a.user_id', 'a.venue', 'a.key_hint', 'a.key_state', 'a.key_rights', 'a.key_checked_at'])
    .where(sql<SqlBool>`asked.id = any(${accountIds}::uuid[])`)
    .where('a.api_key', 'is not', null)
    .execute();
}

/** Selects the state of the key that reads `account`, an id in the query around it; null where there is none. */
export function keyStateOf(account: Expression<string | null>) {
  return holders(expressionBuilder<Database>() as unknown as QueryCreator<Database>)
    .select('a.key_state')
    .where('asked.id', '=', account)
    .where('a.api_key', 'is not', null);
}

/**
 * Joins each account `asked` with `a`, which holds its key: a key whose uid was unknown may turn out to read an account known before, and
 * moves there.
 */
function holders(creator: QueryCreator<Database>) {
  return creator
    .selectFrom('exchange_accounts as asked')
    .leftJoin('exchange_accounts as held', (join) => join.onRef('held.user_id', '=', 'asked.user_id').on('held.is_current', '=', true))
    .innerJoin('exchange_accounts as a', (join) =>
      join.on((eb) =>
        eb(
          'a.id',
          '=',
          eb.case().when('asked.is_current', '=', true).then(eb.ref('asked.id')).else(eb.fn.coalesce('held.id', 'asked.id')).end(),
        ),
      ),
    );
}
