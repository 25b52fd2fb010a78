/**
 * "Last synced" of `exchange_accounts a`, wherever it is shown, sorted or judged by: when the balances were last read. Null until the first sync has ended, even
 * where balances are stored already: before that nothing on a screen may be taken for the whole.
 */
export const lastSyncedSql = `case when a.last_synced_at is not null then coalesce(a.balances_read_at, a.last_synced_at) end`;
