import type { PoolClient } from 'pg';
import type { AccountSet } from './contents.js';

const ROWS_A_FETCH = 2000;
const CURSOR = 'export_rows';

/**
 * The rows of a statement as a JSON list, piece by piece: never more than a few thousand of them are in memory. Needs an open transaction.
 */
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

/**
 * The statement of an account set: numbers of any length as texts, and nothing that is stored as bytes, which is what sealed values are.
 */
export async function accountSql(client: PoolClient, { table, orderBy, omit = [] }: AccountSet): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns where table_schema = current_schema() and table_name = $1 order by ordinal_position`,
    [table],
  );
  const columns = rows
    .filter(({ name, type }) => type !== 'bytea' && !omit.includes(name))
    .map(({ name, type }) => (type === 'numeric' || type === 'bigint' ? `t."${name}"::text as "${name}"` : `t."${name}"`));
  return `select ${columns.join(', ')} from "${table}" t where t.account_id in (select id from exchange_accounts where user_id = $1) order by t.account_id, ${orderBy}`;
}
