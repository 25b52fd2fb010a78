import type { EntityManager } from '@mikro-orm/postgresql';
import type { CursorState, Dataset } from './sync-cursor.entity.js';

export interface Cursor {
  symbol: string;
  state: CursorState;
  cursor: string | null;
  coveredFrom: Date | null;
  coveredTo: Date | null;
  passStartedAt: Date | null;
  rowCount: number;
}

interface CursorRecord {
  symbol: string;
  state: CursorState;
  cursor: string | null;
  covered_from: string | null;
  covered_to: string | null;
  pass_started_at: string | null;
  row_count: number;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** Every cursor of a data set of the account, by symbol. */
export async function readCursors(em: EntityManager, accountId: string, dataset: Dataset): Promise<Map<string, Cursor>> {
  const rows = await em.execute<CursorRecord[]>(
    'select symbol, state, cursor::text as cursor, covered_from, covered_to, pass_started_at, row_count from sync_cursors where account_id = ? and dataset = ?',
    [accountId, dataset],
  );
  return new Map(
    rows.map((row) => [
      row.symbol,
      {
        symbol: row.symbol,
        state: row.state,
        cursor: row.cursor,
        coveredFrom: dateOf(row.covered_from),
        coveredTo: dateOf(row.covered_to),
        passStartedAt: dateOf(row.pass_started_at),
        rowCount: row.row_count,
      },
    ]),
  );
}

/** The greatest id stored of a fill before `time`, or null. Ids of one symbol rise with time. */
export async function lastIdBefore(em: EntityManager, table: 'spot_trades' | 'futures_trades', accountId: string, symbol: string, time: Date): Promise<string | null> {
  const [row] = await em.execute<{ trade_id: string }[]>(
    `select trade_id::text as trade_id from "${table}" where account_id = ? and symbol = ? and "time" < ? order by trade_id desc limit 1`,
    [accountId, symbol, time],
  );
  return row?.trade_id ?? null;
}
