import type { EntityManager } from '@mikro-orm/postgresql';
import { arrayLiteral } from '../history/array-literal.js';
import type { Table } from '../history/tables.js';
import type { CursorState, Dataset } from './sync-cursor.entity.js';

/** Where a data set stands after the rows that are written with it. */
export interface CursorMove {
  dataset: Dataset;
  /** Empty where a data set is not read by symbol. */
  symbol: string;
  state: CursorState;
  /** Last id of the page; null leaves it as it is. */
  cursor: string | null;
  /** Set when a pass has reached its end. */
  coveredTo: Date | null;
  coveredFrom?: Date | null;
  passStartedAt: Date | null;
}

/** The rows that a table shall have of the account from now on. */
export interface Snapshot {
  table: Table<unknown>;
  rows: readonly unknown[];
}

export function snapshotOf<R>(table: Table<R>, rows: readonly R[]): Snapshot {
  return { table: table as Table<unknown>, rows };
}

const moveCursor = `insert into sync_cursors (account_id, dataset, symbol, state, cursor, covered_from, covered_to, pass_started_at, row_count)
  select ?::uuid, ?, ?, ?, ?::bigint, ?::timestamptz, ?::timestamptz, ?::timestamptz, added.n from added
  on conflict (account_id, dataset, symbol) do update set
    state = excluded.state,
    cursor = coalesce(excluded.cursor, sync_cursors.cursor),
    covered_from = coalesce(excluded.covered_from, sync_cursors.covered_from),
    covered_to = coalesce(excluded.covered_to, sync_cursors.covered_to),
    pass_started_at = case when excluded.state = 'partial' and sync_cursors.state = 'partial' then least(excluded.pass_started_at, sync_cursors.pass_started_at) else excluded.pass_started_at end,
    row_count = sync_cursors.row_count + excluded.row_count
  returning (select n from added) as added`;

/**
 * Writes rows and cursor in one statement, so that there is no moment between them. Rows that are stored already change nothing:
 * a page may come twice, and two workers may bring it.
 */
export class LedgerWriter {
  constructor(
    private readonly em: EntityManager,
    private readonly accountId: string,
  ) {}

  /** Adds rows that never change. Returns how many were new. */
  add<R>(table: Table<R>, rows: readonly R[], move: CursorMove): Promise<number> {
    const { sql, values } = this.insert(table, rows);
    return this.written(`with written as (${sql} on conflict do nothing returning 1), added as (select count(*)::int as n from written)`, values, move);
  }

  /** Adds rows and renews those that changed. Returns how many were new. */
  upsert<R>(table: Table<R>, rows: readonly R[], move: CursorMove): Promise<number> {
    const { sql, values } = this.insert(table, [...new Map(rows.map((row) => [table.keyOf(row), row])).values()]);
    const changing = table.columns.map(({ name }) => name).filter((name) => name !== 'id');
    const set = changing.map((name) => `"${name}" = excluded."${name}"`).join(', ');
    const differs = `(${changing.map((name) => `t."${name}"`).join(', ')}) is distinct from (${changing.map((name) => `excluded."${name}"`).join(', ')})`;
    return this.written(
      // A fresh row has no older version: xmax tells it from a renewed one.
      `with written as (${sql} on conflict (account_id, id) do update set ${set} where ${differs} returning (xmax = 0) as fresh), added as (select count(*) filter (where fresh)::int as n from written)`,
      values,
      move,
    );
  }

  /** Replaces snapshots together: whoever reads sees the old sets or the new ones. Returns how many rows each has now. */
  replace(snapshots: readonly Snapshot[]): Promise<number[]> {
    return this.em.fork().transactional(async (tx) => {
      // Two workers that both believe to be alone take turns here.
      await tx.execute('select 1 from exchange_accounts where id = ? for no key update', [this.accountId]);
      const written: number[] = [];
      for (const { table, rows } of snapshots) written.push(await this.replaceOne(tx, table, rows));
      return written;
    });
  }

  private async replaceOne<R>(tx: EntityManager, table: Table<R>, rows: readonly R[]): Promise<number> {
    const unique = [...new Map(rows.map((row) => [table.keyOf(row), row])).values()];
    await tx.execute(`delete from "${table.name}" where account_id = ?`, [this.accountId]);
    if (unique.length === 0) return 0;
    const { sql, values } = this.insert(table, unique);
    await tx.execute(sql, values);
    return unique.length;
  }

  private insert<R>({ name, columns }: Table<R>, rows: readonly R[]): { sql: string; values: unknown[] } {
    const names = columns.map((column) => `"${column.name}"`).join(', ');
    return {
      sql: `insert into "${name}" as t (account_id, ${names}) select ?::uuid, s.* from unnest(${columns.map(({ type }) => `?::${type}[]`).join(', ')}) as s`,
      values: [this.accountId, ...columns.map((column) => arrayLiteral(rows.map(column.of)))],
    };
  }

  private async written(ctes: string, values: unknown[], { dataset, symbol, state, cursor, coveredFrom = null, coveredTo, passStartedAt }: CursorMove): Promise<number> {
    const [row] = await this.em.execute<{ added: number }[]>(`${ctes} ${moveCursor}`, [...values, this.accountId, dataset, symbol, state, cursor, coveredFrom, coveredTo, passStartedAt]);
    return row?.added ?? 0;
  }
}
