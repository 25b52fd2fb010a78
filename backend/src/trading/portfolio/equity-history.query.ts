import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { db } from '../../database.js';

/** The value of an account at the midnight that ends a day. */
export interface DailyEquity {
  /** YYYY-MM-DD, UTC. */
  day: string;
  /** In USDT; null: unknown. */
  equity: string | null;
  /** False where anything about the day is estimated, incomplete or does not add up. */
  isCertain: boolean;
}

/** Returns the account's days from `from` up to but not `before`, in order. Days that were never computed are left out. */
export async function findDailyEquity(em: EntityManager, accountId: string, from: Date, before: Date): Promise<DailyEquity[]> {
  const rows = await db(em)
    .selectFrom('portfolio_days')
    .select([sql<string>`day::text`.as('day'), 'equity', sql<boolean>`flags = '[]'`.as('is_certain')])
    .where('account_id', '=', accountId)
    .where('day', '>=', dayOf(from))
    .where('day', '<', dayOf(before))
    .orderBy('day')
    .execute();
  return rows.map(({ day, equity, is_certain }) => ({ day, equity, isCertain: equity !== null && is_certain }));
}

/** Returns the flows of an account from `from` up to but not `before`; `value` is signed, null where it is unknown. */
export async function findExternalFlows(
  em: EntityManager,
  accountId: string,
  from: Date,
  before: Date,
): Promise<{ at: Date; value: string | null }[]> {
  const rows = await db(em)
    .selectFrom('portfolio_flows')
    .select(['at', 'value'])
    .where('account_id', '=', accountId)
    .where('at', '>=', from.toISOString())
    .where('at', '<', before.toISOString())
    .orderBy('at')
    .orderBy('kind')
    .orderBy('id')
    .execute();
  return rows.map(({ at, value }) => ({ at: new Date(at), value }));
}

/** Returns when an account's days were computed, and its value at the reading behind them; null before the first computation. */
export async function findLastEquity(em: EntityManager, accountId: string): Promise<{ computedAt: Date; equity: string | null } | null> {
  const row = await db(em)
    .selectFrom('portfolio_states')
    .select(['computed_at', 'equity'])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row?.computed_at ? { computedAt: new Date(row.computed_at), equity: row.equity } : null;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
