import type { EntityManager } from '@mikro-orm/postgresql';
import { DatabaseError, type PoolClient } from 'pg';
import { arrayLiteral, keyColumns, timeColumn, type Table } from '../history/index.js';
import type { CursorUpdate } from './cursor-update.js';
import { inTransaction, onConnection } from './ledger-connection.js';
import { copyInto, copyText } from './ledger-copy.sql.js';
import { assertStorable, inKeyOrder } from './ledger-rows.js';
import {
  adding,
  counting,
  emptying,
  filling,
  lockAccount,
  missing,
  setBalancesReadAt,
  updateValues,
  upserting,
  type Statement,
} from './ledger.sql.js';

/** The complete rows of an account in a table. */
export interface Snapshot {
  table: Table<unknown>;
  rows: readonly unknown[];
}

export function snapshotOf<R>(table: Table<R>, rows: readonly R[]): Snapshot {
  return { table: table as Table<unknown>, rows };
}

/** From this number of rows on COPY is worth its round trips (bench/sync/rows.mjs). */
const MANY_ROWS = 400;
/** Number of rows looked up first, evenly spread. */
const SAMPLES = 8;
const UNIQUE_VIOLATION = '23505';

/**
 * Writes rows and cursor atomically and idempotently: rows that are stored already change and count nothing, because a page may be read
 * twice, even by two workers at once. Uses its own pooled connections, outside of any transaction of `em`.
 *
 * Every method rejects with WireShape for rows that the database cannot store exactly, with the reason of `signal` once that is aborted,
 * and with the database's error otherwise. A call stores everything or nothing; after a connection loss at the commit, everything may be
 * stored although it rejected.
 */
export class LedgerWriter {
  constructor(
    private readonly em: EntityManager,
    private readonly accountId: string,
    private readonly signal?: AbortSignal,
  ) {}

  /**
   * Adds rows that never change, in stages of up to ten thousand. Returns how many were new.
   *
   * Many rows are looked up first: a sample, and all of them if one of the sample is stored. Missing rows are copied into the table, at
   * half the cost of an insert that skips existing rows. COPY fails on an existing row; then the insert does the work.
   */
  async add<R>(table: Table<R>, rows: readonly R[], move: CursorUpdate): Promise<number> {
    const ordered = inKeyOrder(table, rows);
    return onConnection(this.em, this.signal, async (client) => {
      const fresh = ordered.length < MANY_ROWS ? ordered : await this.missing(client, table, ordered);
      const copied = fresh.length >= MANY_ROWS && (await this.copy(client, table, fresh, move));
      return copied ? fresh.length : this.write(client, adding(table), table, fresh, move);
    });
  }

  /** Adds rows and renews those that changed; the table's key is its `id`. Returns how many were new. */
  async upsert<R>(table: Table<R>, rows: readonly R[], move: CursorUpdate): Promise<number> {
    const ordered = inKeyOrder(table, rows);
    return onConnection(this.em, this.signal, async (client) => this.write(client, upserting(table), table, ordered, move));
  }

  /**
   * Replaces snapshots in one transaction. `balancesReadAt` is stored with snapshots that contain the balances. Returns the number of rows
   * of each.
   */
  async replace(snapshots: readonly Snapshot[], { balancesReadAt }: { balancesReadAt?: Date } = {}): Promise<number[]> {
    return onConnection(this.em, this.signal, async (client) =>
      inTransaction(client, async () => {
        // Serialises two workers that both believe to hold the account's lock.
        await client.query(lockAccount, [this.accountId]);
        const written: number[] = [];
        for (const { table, rows } of snapshots) written.push(await this.replaceOne(client, table, rows));
        if (balancesReadAt) await client.query(setBalancesReadAt, [this.accountId, balancesReadAt.toISOString()]);
        return written;
      }),
    );
  }

  /** Returns rows that may be missing: all of them if none of a sample is stored. */
  private async missing<R>(client: PoolClient, table: Table<R>, rows: readonly R[]): Promise<readonly R[]> {
    const sample = Array.from({ length: SAMPLES }, (_, i) => rows[Math.floor((i * (rows.length - 1)) / (SAMPLES - 1))]!);
    const lookUp = async (wanted: readonly R[]): Promise<readonly R[]> => {
      const { rows: found } = await client.query<{ missing: string | null }>({
        ...missing(table),
        values: this.arrays(table, wanted, keyColumns(table)),
      });
      const positions = found[0]?.missing?.split(',') ?? [];
      return positions.map((position) => wanted[Number(position) - 1]!);
    };
    return (await lookUp(sample)).length === SAMPLES ? rows : lookUp(rows);
  }

  /** Returns false and stores nothing where a row is stored already. */
  private async copy<R>(client: PoolClient, table: Table<R>, rows: readonly R[], move: CursorUpdate): Promise<boolean> {
    const pieces = copyText(this.accountId, table, rows);
    try {
      await inTransaction(client, async () => {
        await copyInto(client, table, pieces);
        await client.query({ ...counting, values: [this.accountId, rows.length, earliest(table, rows), ...updateValues(move)] });
      });
      return true;
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code !== UNIQUE_VIOLATION) throw error;
      await client.query('rollback');
      return false;
    }
  }

  private async write<R>(
    client: PoolClient,
    statement: Statement,
    table: Table<R>,
    rows: readonly R[],
    move: CursorUpdate,
  ): Promise<number> {
    const { rows: moved } = await client.query<{ added: number }>({
      ...statement,
      values: [...this.arrays(table, rows), ...updateValues(move)],
    });
    return moved[0]?.added ?? 0;
  }

  private async replaceOne<R>(client: PoolClient, table: Table<R>, rows: readonly R[]): Promise<number> {
    const ordered = inKeyOrder(table, rows);
    await client.query(emptying(table), [this.accountId]);
    if (ordered.length > 0) await client.query({ ...filling(table), values: this.arrays(table, ordered) });
    return ordered.length;
  }

  private arrays<R>(table: Table<R>, rows: readonly R[], columns = table.columns): string[] {
    return [this.accountId, ...columns.map(({ of }) => assertStorable(table.name, arrayLiteral(rows.map(of))))];
  }
}

function earliest<R>(table: Table<R>, rows: readonly R[]): string | null {
  const { of } = timeColumn(table);
  let first: Date | null = null;
  for (const row of rows) {
    const at = of(row);
    if (at instanceof Date && (first === null || at < first)) first = at;
  }
  return first?.toISOString() ?? null;
}
