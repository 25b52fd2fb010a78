import type { EntityManager } from '@mikro-orm/postgresql';
import { arrayLiteral } from '../history/array-literal.js';
import type { Spans } from './coverage.js';
import type { CursorState, Dataset } from './sync-cursor.entity.js';

export interface Cursor {
  symbol: string;
  state: CursorState;
  cursor: string | null;
  resumeId: string | null;
  covered: Spans;
  horizon: Date | null;
  passStartedAt: Date | null;
  suspectUntil: Date | null;
  askedAt: Date | null;
  rowCount: number;
}

interface CursorRecord {
  symbol: string;
  state: CursorState;
  cursor: string | null;
  resume_id: string | null;
  spans: [string, string][];
  horizon: string | null;
  pass_started_at: string | null;
  suspect_until: string | null;
  asked_at: string | null;
  row_count: number;
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** Every cursor of a data set of the account, by symbol. */
export async function readCursors(em: EntityManager, accountId: string, dataset: Dataset): Promise<Map<string, Cursor>> {
  const rows = await em.execute<CursorRecord[]>(
    `select symbol, state, cursor, resume_id, horizon, pass_started_at, suspect_until, asked_at, row_count,
       (select coalesce(json_agg(json_build_array(lower(span), upper(span)) order by span), '[]') from unnest(covered) as span) as spans
     from sync_cursors where account_id = ? and dataset = ?`,
    [accountId, dataset],
  );
  return new Map(rows.map((row) => [row.symbol, cursorOf(row)]));
}

function cursorOf(row: CursorRecord): Cursor {
  return {
    symbol: row.symbol,
    state: row.state,
    cursor: row.cursor,
    resumeId: row.resume_id,
    covered: row.spans.map(([from, to]) => ({ from: new Date(from), to: new Date(to) })),
    horizon: dateOf(row.horizon),
    passStartedAt: dateOf(row.pass_started_at),
    suspectUntil: dateOf(row.suspect_until),
    askedAt: dateOf(row.asked_at),
    rowCount: row.row_count,
  };
}

/**
 * Says of all complete symbols but `except` that nothing happened between two moments: nobody asked them, the account's balances prove it.
 * Only where they were complete up to `from` already: what was unknown before stays unknown.
 */
export async function extendCoverage(
  em: EntityManager,
  accountId: string,
  dataset: Dataset,
  { from, to, except }: { from: Date; to: Date; except: readonly string[] },
): Promise<void> {
  if (from >= to) return;
  await em.execute(
    `update sync_cursors set covered = covered + tstzmultirange(tstzrange(?::timestamptz, ?::timestamptz))
     where account_id = ? and dataset = ? and state = 'complete' and upper(covered) >= ?::timestamptz and upper(covered) < ?::timestamptz and symbol <> all(?::text[])`,
    [from, to, accountId, dataset, from, to, arrayLiteral(except)],
  );
}

/** Has symbols read again in each run until `until`: fills that moved the balances may still appear. */
export async function suspect(
  em: EntityManager,
  accountId: string,
  dataset: Dataset,
  symbols: readonly string[],
  until: Date,
): Promise<void> {
  if (symbols.length === 0) return;
  await em.execute(
    'update sync_cursors set suspect_until = greatest(suspect_until, ?::timestamptz) where account_id = ? and dataset = ? and symbol = any(?::text[])',
    [until, accountId, dataset, arrayLiteral(symbols)],
  );
}
