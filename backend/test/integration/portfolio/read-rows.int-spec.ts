import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { readRows, eachRow, type RowsQuery } from '../../../src/trading/portfolio/ledger/rows/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let client: pg.PoolClient;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 1 });
  client = await pool.connect();
});
afterAll(async () => {
  client.release();
  await pool.end();
  await database.drop();
});

async function rowsOf(query: RowsQuery): Promise<[number, ...string[]][]> {
  const rows: [number, ...string[]][] = [];
  await readRows(
    client,
    query,
    eachRow((row) => void rows.push([row.time(), ...query.cells.slice(1).map((_, cell) => row.text(cell + 1))])),
  );
  return rows;
}

const isUsable = async () => expect((await client.query<{ one: number }>('select 1 as one')).rows).toEqual([{ one: 1 }]);

describe('rows as bytes', () => {
  it('are what PostgreSQL has, to the last digit', async () => {
    const amounts = ['0', '-0.000000000000000001', '123456789012345678901234567890.123456789012345678', '1.50000000', 'NaN', '1e3'];
    const rows = await rowsOf({
      cells: ['t.at', 't.amount', 't.name', 't.amount > 1'],
      from:
        `from (select '2026-11-22T12:34:56.789Z'::timestamptz + n * interval '1 ms' as at, amount::numeric, $2 as name from ` +
        'unnest($1::text[]) with ordinality l(amount, n)) t order by t.at',
      values: [`{${amounts.join(',')}}`, `it's "a" name\t\\N 💧`],
    });
    const started = Date.UTC(2026, 10, 22, 12, 34, 56, 789);
    expect(rows).toEqual(
      ['0', '-0.000000000000000001', '123456789012345678901234567890.123456789012345678', '1.50000000', 'NaN', '1000'].map((amount, n) => [
        started + n + 1,
        amount,
        `it's "a" name\t\\N 💧`,
        ['f', 'f', 't', 't', 't', 't'][n],
      ]),
    );
  });

  it('come to the last one, however many they are', async () => {
    let sum = 0;
    let count = 0;
    const query = {
      cells: ['to_timestamp(n)', 'n', `repeat('x', n % 300)`],
      from: 'from generate_series(1, $1::int) n order by n',
      values: ['50000'],
    };
    await readRows(
      client,
      query,
      eachRow((row) => {
        count++;
        if (row.time() !== count * 1000 || row.length(2) !== count % 300) throw new Error(`row ${count} is ${row.time()} ${row.text(1)}`);
        sum += Number(row.text(1));
      }),
    );
    expect([count, sum]).toEqual([50_000, (50_000 * 50_001) / 2]);
    expect(await rowsOf({ ...query, values: ['0'] })).toEqual([]);
    await isUsable();
  });

  it('are refused with what the taker threw, and the connection is of use again', async () => {
    const query = { cells: ['to_timestamp(n)', 'n'], from: 'from generate_series(1, 20000) n', values: [] };
    let taken = 0;
    const reading = readRows(
      client,
      query,
      eachRow(() => {
        if (++taken === 3) throw new RangeError('the third is one too many');
      }),
    );
    await expect(reading).rejects.toThrow(new RangeError('the third is one too many'));
    expect(taken).toBe(3);
    await isUsable();
  });

  it('are refused with a NULL', async () => {
    await expect(rowsOf({ cells: ['now()', 'null::text'], from: '', values: [] })).rejects.toThrow('cell 1 of a row is NULL');
    await isUsable();
  });

  it('are refused with what PostgreSQL says, at once or behind some of them', async () => {
    await expect(rowsOf({ cells: ['now()'], from: 'from nothing_of_the_kind', values: [] })).rejects.toThrow(/nothing_of_the_kind/);
    await expect(
      rowsOf({ cells: ['to_timestamp(n)', '1 / (30000 - n)'], from: 'from generate_series(1, 40000) n', values: [] }),
    ).rejects.toThrow('division by zero');
    await isUsable();
  });

  it('come with one connection between queries of other kinds', async () => {
    for (let n = 1; n < 6; n++) {
      expect(await rowsOf({ cells: ['to_timestamp(0)', '$1::int'], from: '', values: [String(n)] })).toEqual([[0, String(n)]]);
      expect((await client.query<{ n: number }>({ name: 'a-number', text: 'select $1::int as n', values: [n] })).rows).toEqual([{ n }]);
      await isUsable();
    }
  });

  it('are refused when the connection ends', async () => {
    const other = new pg.Client({ connectionString: database.url });
    other.on('error', () => undefined);
    await other.connect();
    const { rows } = await other.query<{ pid: number }>('select pg_backend_pid() as pid');
    const reading = readRows(
      other as unknown as pg.PoolClient,
      { cells: ['now()', 'pg_sleep(60)'], from: '', values: [] },
      eachRow(() => undefined),
    );
    await Promise.all([expect(reading).rejects.toThrow(/terminat/), client.query('select pg_terminate_backend($1)', [rows[0]!.pid])]);
  });
});
