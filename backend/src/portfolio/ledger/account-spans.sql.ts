import type { PoolClient } from 'pg';
import { NO_JOURNAL, type JournalSpan } from './account.js';

/** What is proven complete of the account's journal. The newest rows may be told late, so that the proof ends a little before them. */
export async function journalSpan(client: PoolClient, accountId: string): Promise<JournalSpan> {
  const { rows } = await client.query<{ from: number | null; until: number | null }>(
    `select date_part('epoch', nullif(lower(covered), '-infinity')) * 1000 as from, date_part('epoch', upper(covered)) * 1000 as until
     from sync_cursors where account_id = $1 and dataset = 'futures_income' and symbol = '' and not isempty(covered)`,
    [accountId],
  );
  const [span] = rows;
  return span?.until ? { from: span.from ?? -Infinity, until: span.until } : NO_JOURNAL;
}
