import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import type { Dataset } from '../venues/index.js';
import { moment } from './fragments.query.js';
import { db } from '../../database.js';
import type { Spans } from './coverage.rules.js';
import type { CursorState } from './sync-cursor.entity.js';

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

const cursorsOf = (em: EntityManager, accountId: string, dataset: Dataset) =>
  db(em).selectFrom('sync_cursors').where('account_id', '=', accountId).where('dataset', '=', dataset);
const spans = sql<
  [string, string][]
>`(select coalesce(json_agg(json_build_array(lower(span), upper(span)) order by span), '[]') from unnest(covered) as span)`;

/** Returns the cursors of a data set of the account by symbol. */
export async function readCursors(em: EntityManager, accountId: string, dataset: Dataset): Promise<Map<string, Cursor>> {
  const rows = await cursorsOf(em, accountId, dataset)
    .select(['symbol', 'state', 'cursor', 'resume_id', 'horizon', 'pass_started_at', 'suspect_until', 'asked_at', 'row_count'])
    .select(spans.as('spans'))
    .execute();
  return new Map(
    rows.map((row) => [
      row.symbol,
      {
        symbol: row.symbol,
        state: row.state,
        cursor: row.cursor,
        resumeId: row.resume_id,
        covered: row.spans.map(([from, to]) => ({ from: new Date(from), to: new Date(to) })),
        horizon: dateOrNull(row.horizon),
        passStartedAt: dateOrNull(row.pass_started_at),
        suspectUntil: dateOrNull(row.suspect_until),
        askedAt: dateOrNull(row.asked_at),
        rowCount: row.row_count,
      },
    ]),
  );
}

/**
 * Extends the covered range of all complete symbols but `except` up to `to`: the account's balances prove that nothing happened. Only where
 * they were covered up to `from` already; a gap before that stays a gap.
 */
export async function extendCoverage(
  em: EntityManager,
  accountId: string,
  dataset: Dataset,
  { from, to, except }: { from: Date; to: Date; except: readonly string[] },
): Promise<void> {
  if (from >= to) return;
  await db(em)
    .updateTable('sync_cursors')
    .set((eb) => ({ covered: sql<string>`${eb.ref('covered')} + tstzmultirange(tstzrange(${from}::timestamptz, ${to}::timestamptz))` }))
    .where('account_id', '=', accountId)
    .where('dataset', '=', dataset)
    .where('state', '=', 'complete')
    .where((eb) => {
      const end = eb.fn<string>('upper', ['covered']);
      return eb.and([eb(end, '>=', moment(from)), eb(end, '<', moment(to))]);
    })
    .where((eb) => sql<SqlBool>`${eb.ref('symbol')} <> all(${except}::text[])`)
    .execute();
}

/** Has symbols read again in each run until `until`, because fills of a balance change that was seen may appear late. */
export async function markForRecheck(
  em: EntityManager,
  accountId: string,
  dataset: Dataset,
  symbols: readonly string[],
  until: Date,
): Promise<void> {
  if (symbols.length === 0) return;
  await db(em)
    .updateTable('sync_cursors')
    .set((eb) => ({ suspect_until: eb.fn<string>('greatest', ['suspect_until', moment(until)]) }))
    .where('account_id', '=', accountId)
    .where('dataset', '=', dataset)
    .where((eb) => sql<SqlBool>`${eb.ref('symbol')} = any(${symbols}::text[])`)
    .execute();
}

export async function hasCursor(em: EntityManager, accountId: string, dataset: Dataset, symbol: string): Promise<boolean> {
  return (await cursorsOf(em, accountId, dataset).select('symbol').where('symbol', '=', symbol).executeTakeFirst()) !== undefined;
}

/** Counts the account's symbols that were added by people. */
export async function countWatchedSymbols(em: EntityManager, accountId: string): Promise<number> {
  const { n } = await db(em)
    .selectFrom('sync_cursors')
    .select((eb) => eb.fn.countAll<string>().as('n'))
    .where('account_id', '=', accountId)
    .where('added_by', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(n);
}

/** Adds a cursor that was never read. An existing one does not change. */
export async function addWatchedSymbol(
  tx: EntityManager,
  { accountId, dataset, symbol, by }: { accountId: string; dataset: Dataset; symbol: string; by: string },
): Promise<void> {
  await db(tx)
    .insertInto('sync_cursors')
    .values({ account_id: accountId, dataset, symbol, state: 'partial', added_by: by, row_count: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
