import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { db } from '../../database.js';
import { METHODOLOGY_VERSION } from './portfolio.entities.js';

/**
 * Returns current accounts whose figures are missing or older than their last sync, and have been for ten minutes; longest waiting first.
 */
export async function findDueAccounts(em: EntityManager, limit: number): Promise<string[]> {
  const patience = sql<string>`now() - interval '10 minutes'`;
  const rows = await db(em)
    .selectFrom('exchange_accounts as a')
    .leftJoin('portfolio_states as s', 's.account_id', 'a.id')
    .select('a.id')
    .where('a.is_current', '=', true)
    .where('a.last_synced_at', '<', patience)
    .where(sql<SqlBool>`coalesce(s.started_at, '-infinity') < ${patience}`)
    .where((eb) =>
      eb.or([
        eb('s.computed_at', 'is', null),
        eb('s.computed_at', '<', eb.ref('a.last_synced_at')),
        eb('s.methodology_version', '<>', METHODOLOGY_VERSION),
        eb.and([eb('s.dirty_from', 'is not', null), eb('s.computed_at', '<', patience)]),
      ]),
    )
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('sync_runs as r')
            .select(sql`1`.as('one'))
            .whereRef('r.account_id', '=', 'a.id')
            .where('r.state', '=', 'running'),
        ),
      ),
    )
    .orderBy('s.computed_at', (by) => by.asc().nullsFirst())
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function findAccountOfRun(em: EntityManager, runId: string): Promise<string | null> {
  const run = await db(em).selectFrom('sync_runs').select('account_id').where('id', '=', runId).executeTakeFirst();
  return run?.account_id ?? null;
}

/** Records that a computation failed. `failure`: the reason, for people. */
export async function storeFailure(em: EntityManager, accountId: string, failure: string): Promise<void> {
  await db(em).updateTable('portfolio_states').set({ started_at: null, failure }).where('account_id', '=', accountId).execute();
}
