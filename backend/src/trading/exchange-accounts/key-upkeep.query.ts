import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type ExpressionBuilder, type SqlBool } from 'kysely';
import { db, type Database } from '../../database.js';
import { checkIsDue, refusalCounts } from './exchange-account.repository.js';

const expiry = sql<string>`(a.key_rights->>'expiresAt')`;
const daysLeft = sql<string>`extract(epoch from ${expiry}::timestamptz - now()) / 86400`;

type Held = ExpressionBuilder<Database & { a: Database['exchange_accounts']; u: Database['users'] }, 'a' | 'u'>;

/** Current accounts with a key, of members who may use the club. */
function heldKeys(em: EntityManager) {
  return db(em)
    .selectFrom('exchange_accounts as a')
    .innerJoin('users as u', 'u.id', 'a.user_id')
    .where('a.is_current', '=', true)
    .where('a.api_key', 'is not', null)
    .where('u.status', '=', 'active')
    .where('u.rejected_at', 'is', null);
}

const dueChecks = {
  /** Given while the exchange was unreachable. */
  unchecked: (eb: Held) =>
    eb.and([eb('a.key_state', '=', 'unchecked'), eb('a.updated_at', '<', sql<string>`now() - interval '30 seconds'`)]),
  /** Valid keys whose daily check or second look is due, however often their account is synced. */
  valid: (eb: Held) =>
    eb.and([
      eb('a.key_state', '=', 'valid'),
      eb.case().when('a.key_refused_at', 'is', null).then(checkIsDue).else(refusalCounts).end().$castTo<SqlBool>(),
    ]),
};
export const dueCheckKinds = Object.keys(dueChecks) as (keyof typeof dueChecks)[];

/**
 * Returns accounts whose key is to be checked, in random order: otherwise the keys of an unreachable venue would hold up everybody else's.
 */
export async function findDueChecks(em: EntityManager, kind: keyof typeof dueChecks, limit: number): Promise<string[]> {
  const found = await heldKeys(em)
    .select('a.id')
    .where(dueChecks[kind])
    .orderBy(sql`random()`)
    .limit(limit)
    .execute();
  return found.map(({ id }) => id);
}

/** Returns valid keys that end within `days`, by account id, from the one after `after` on. */
export function findExpiringKeys(em: EntityManager, { after, days, limit }: { after: string; days: number; limit: number }) {
  return heldKeys(em)
    .select(['a.id', 'a.user_id', expiry.as('ends'), daysLeft.as('days')])
    .where('a.id', '>', after)
    .where('a.key_state', '=', 'valid')
    .where(sql<SqlBool>`${expiry}::timestamptz between now() and now() + make_interval(days => ${days})`)
    .orderBy('a.id')
    .limit(limit)
    .execute();
}

/** Wipes keys that were stopped `days` ago. Concurrent calls take different accounts. */
export function wipeStoppedKeys(tx: EntityManager, { days, limit }: { days: number; limit: number }) {
  return db(tx)
    .updateTable('exchange_accounts')
    .set({ api_key: null, secret_key: null, passphrase: null })
    .set({ fingerprint: sql<Buffer>`sha256(gen_random_uuid()::text::bytea)`, updated_at: sql<Date>`now()` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('exchange_accounts')
        .select('id')
        .where('api_key', 'is not', null)
        .where('key_state', 'in', ['invalid', 'too_powerful'])
        .where('key_checked_at', '<', sql<string>`now() - make_interval(days => ${days})`)
        .limit(limit)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'user_id', 'key_state'])
    .execute();
}
