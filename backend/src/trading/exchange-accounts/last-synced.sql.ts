import { sql } from 'kysely';

/**
 * "Last synced" of `exchange_accounts a`, wherever it is shown, sorted or compared: when the balances were last read. Null until the first
 * sync has ended, even where balances are stored already, because until then the data on a screen is incomplete.
 */
export const lastSyncedSql = `case when a.last_synced_at is not null then coalesce(a.balances_read_at, a.last_synced_at) end`;

/** The same for typed queries that alias the table as `a`. */
export const lastSynced = sql<string | null>`${sql.raw(lastSyncedSql)}`;
