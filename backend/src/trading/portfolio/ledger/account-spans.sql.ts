import type { PoolClient } from 'pg';
import { NO_JOURNAL, type JournalSpan } from './ledger-account.rules.js';

// How far an account's rows reach; times in milliseconds since 1970.

/** Coverage of a data set. */
export interface Coverage {
  /** Beginning of the venue's window; null: no limit. */
  horizon: number | null;
  /** Beginning of the newest contiguous range that is read. */
  since: number | null;
}

/** Returns the proven range of the futures journal. It ends a little before the newest rows, because the venue may list rows late. */
export async function journalSpan(client: PoolClient, accountId: string): Promise<JournalSpan> {
  const { rows } = await client.query<{ from: number | null; until: number | null }>(
    `select date_part('epoch', nullif(lower(covered), '-infinity')) * 1000 as from, date_part('epoch', upper(covered)) * 1000 as until
     from sync_cursors where account_id = $1 and dataset = 'futures_income' and symbol = '' and not isempty(covered)`,
    [accountId],
  );
  const [span] = rows;
  return span?.until ? { from: span.from ?? -Infinity, until: span.until } : NO_JOURNAL;
}

/** Returns coverage by data set, delisted symbols aside. */
export async function readCoverage(client: PoolClient, accountId: string): Promise<ReadonlyMap<string, Coverage>> {
  const { rows } = await client.query<{ dataset: string } & Coverage>(
    `select dataset, date_part('epoch', max(horizon)) * 1000 as horizon,
       date_part('epoch', max((select lower(span) from unnest(covered) as span order by span desc limit 1))) * 1000 as since
     from sync_cursors where account_id = $1 and state <> 'gone' group by dataset`,
    [accountId],
  );
  return new Map(rows.map(({ dataset, ...coverage }) => [dataset, coverage]));
}

export async function hasFuturesFills(client: PoolClient, accountId: string): Promise<boolean> {
  const { rows } = await client.query<{ at: number | null }>(
    `select date_part('epoch', min("time")) * 1000 as at from futures_trades where account_id = $1`,
    [accountId],
  );
  return typeof rows[0]?.at === 'number';
}

/** Returns the time of the oldest row, at most `readAt`. */
export async function readFirstRow(client: PoolClient, accountId: string, readAt: number): Promise<number> {
  const { rows } = await client.query<{ at: number | null }>(
    `select date_part('epoch', least((select min("time") from spot_trades where account_id = $1), (select min(inserted_at)
      from deposits where account_id = $1),
         (select min(applied_at) from withdrawals where account_id = $1), (select min("time") from futures_trades where account_id = $1),
         (select min("time") from futures_income where account_id = $1), (select min("time") from wallet_movements
           where account_id = $1))) * 1000 as at`,
    [accountId],
  );
  return Math.min(rows[0]?.at ?? readAt, readAt);
}
