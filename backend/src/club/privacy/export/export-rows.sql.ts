import type { EntityManager } from '@mikro-orm/postgresql';
import type { PoolClient } from 'pg';
import type { FilePurpose, FileType } from '../../files/index.js';
import type { AccountSet } from './export-contents.sql.js';

const ROWS_A_FETCH = 2000;
const CURSOR = 'export_rows';

/** An uploaded file of the member. */
export interface OwnFile {
  id: string;
  purpose: FilePurpose;
  mime: FileType;
  storage_key: string;
  byte_size: number;
  created_at: Date;
}

/**
 * Runs `read` on one snapshot of the database and one connection, times in UTC. Returns null where another worker holds the advisory lock
 * of that name.
 */
export async function withSnapshot<T>(em: EntityManager, lock: string, read: (client: PoolClient) => Promise<T>): Promise<T | null> {
  const pool = await em.getConnection().getNativeClient();
  const client = (await pool.connect()) as PoolClient;
  let broken: Error | undefined;
  try {
    await client.query('begin transaction isolation level repeatable read read only');
    await client.query(`set local time zone 'UTC'`);
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as mine', [lock]);
    return rows[0]?.mine ? await read(client) : null;
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    // After a failure a statement may still be open: such a connection is closed instead of reused.
    if (!broken) await client.query('rollback');
    client.release(broken);
  }
}

export async function filesOf(client: PoolClient, userId: string): Promise<OwnFile[]> {
  const { rows } = await client.query<OwnFile>(
    'select id, purpose, mime, storage_key, byte_size, created_at from files where user_id = $1 order by created_at, id',
    [userId],
  );
  return rows;
}

/** Yields the rows of a statement as a JSON list, in pieces of 2,000 rows at most. Needs an open transaction. */
export async function* jsonRows(client: PoolClient, sql: string, userId: string, onFetch: () => Promise<void>): AsyncGenerator<Buffer> {
  await client.query(`declare ${CURSOR} no scroll cursor for select row_to_json(r)::text as row from (${sql}) r`, [userId]);
  try {
    let first = true;
    for (;;) {
      await onFetch();
      const { rows } = await client.query<{ row: string }>(`fetch ${ROWS_A_FETCH} from ${CURSOR}`);
      if (rows.length > 0) yield Buffer.from(`${first ? '[\n' : ',\n'}${rows.map(({ row }) => row).join(',\n')}`);
      else if (first) yield Buffer.from('[');
      if (rows.length > 0) first = false;
      if (rows.length < ROWS_A_FETCH) break;
    }
    yield Buffer.from(first ? ']\n' : '\n]\n');
  } finally {
    await client.query(`close ${CURSOR}`);
  }
}

/** Builds the statement of an account set: every column but bytea (sealed values); numbers of arbitrary length as text. */
export async function accountSql(client: PoolClient, { table, orderBy }: AccountSet): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
     where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  );
  const columns = rows
    .filter(({ type }) => type !== 'bytea')
    .map(({ name, type }) => (type === 'numeric' || type === 'bigint' ? `t."${name}"::text as "${name}"` : `t."${name}"`));
  return `select ${columns.join(', ')} from "${table}" t
    where t.account_id in (select id from exchange_accounts where user_id = $1) order by t.account_id, ${orderBy}`;
}
