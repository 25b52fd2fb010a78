import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { futuresIncome, futuresTrades, spotTrades } from '../../../src/trading/history/tables.js';
import { keyColumns, type Table } from '../../../src/trading/history/dataset.js';
import { WireShape, type FuturesTradeRow, type IncomeRow, type SpotTradeRow } from '../../../src/trading/venues/port/index.js';
import { missing } from '../../../src/trading/sync/ledger.sql.js';
import { eventually } from '../../e2e/support/eventually.js';
import { failure, fill, fills, LedgerStand, move, START } from './ledger-stand.js';

/** Rows of one call: few go by an insert, many by COPY. */
const FEW = 20;
const MANY = 1000;

let stand: LedgerStand;
let account: string;
beforeAll(async () => {
  stand = await LedgerStand.start();
});
afterAll(async () => stand.stop());
beforeEach(async () => {
  account = await stand.account();
});

interface StoredFill {
  symbol: string;
  trade_id: string;
  order_id: string;
  buyer: boolean;
  maker: boolean;
  price: string;
  qty: string;
  quote_qty: string;
  fee: string;
  fee_asset: string;
  time: string;
}

async function storedFills(): Promise<SpotTradeRow[]> {
  const rows = await stand.rows<StoredFill>('select * from spot_trades where account_id = ? order by symbol, time, trade_id, buyer', [
    account,
  ]);
  return rows.map((row) => ({
    symbol: row.symbol,
    tradeId: row.trade_id,
    orderId: row.order_id,
    buyer: row.buyer,
    maker: row.maker,
    price: row.price,
    qty: row.qty,
    quoteQty: row.quote_qty,
    fee: row.fee,
    feeAsset: row.fee_asset,
    time: new Date(row.time),
  }));
}

const count = async () => (await storedFills()).length;

describe.each([
  ['few rows', FEW, false],
  ['many rows', MANY, true],
])('%s', (_, amount, copied) => {
  it(`go ${copied ? 'by COPY' : 'in one statement'}`, async () => {
    const sent = await stand.statements(() => stand.writer(account).add(spotTrades, fills(amount), move()));
    expect(sent.some((statement) => statement.startsWith('copy'))).toBe(copied);
    expect(await storedFills()).toEqual(fills(amount));
  });

  it('are counted with their cursor', async () => {
    expect(await stand.writer(account).add(spotTrades, fills(amount), move({ cursor: 'high', resumeId: 'low' }))).toBe(amount);
    expect(await stand.cursor(account)).toMatchObject({ state: 'partial', cursor: 'high', resume_id: 'low', row_count: amount });
  });

  it('that come again change nothing and count nothing', async () => {
    const writer = stand.writer(account);
    await writer.add(spotTrades, fills(amount), move());
    const again = await stand.statements(async () =>
      expect(await writer.add(spotTrades, fills(amount), move({ state: 'complete' }))).toBe(0),
    );
    expect(again.some((statement) => statement.startsWith('copy'))).toBe(false);
    expect(await count()).toBe(amount);
    expect(await stand.cursor(account)).toMatchObject({ state: 'complete', row_count: amount });
  });

  it('that come again among new ones count the new ones', async () => {
    const writer = stand.writer(account);
    await writer.add(spotTrades, fills(amount), move());
    expect(await writer.add(spotTrades, fills(amount, amount / 2), move())).toBe(amount / 2);
    expect(await stand.cursor(account)).toMatchObject({ row_count: amount * 1.5 });
  });

  it('of which one is known, where nobody looks for it, are stored all the same', async () => {
    const writer = stand.writer(account);
    const hidden = fill(5, { price: '42' });
    await writer.add(spotTrades, [hidden], move());
    expect(await writer.add(spotTrades, fills(amount), move())).toBe(amount - 1);
    const stored = await storedFills();
    expect(stored).toHaveLength(amount);
    expect(stored[5]).toEqual(hidden);
    expect(await stand.cursor(account)).toMatchObject({ row_count: amount });
  });

  it('come in any order, and twice', async () => {
    const rows = fills(amount);
    expect(await stand.writer(account).add(spotTrades, [...rows.toReversed(), ...rows], move())).toBe(amount);
    expect(await storedFills()).toEqual(rows);
  });

  it('of a trade with oneself are two', async () => {
    const both = [...fills(amount), ...fills(amount).map((row) => ({ ...row, buyer: !row.buyer }))];
    expect(await stand.writer(account).add(spotTrades, both, move())).toBe(2 * amount);
  });

  it('of one id in two symbols are two', async () => {
    const both = [...fills(amount), ...fills(amount).map((row) => ({ ...row, symbol: 'CCCBBB' }))];
    expect(await stand.writer(account).add(spotTrades, both, move({ symbol: '' }))).toBe(2 * amount);
  });

  it('belong to their account alone', async () => {
    const other = await stand.account();
    await stand.writer(other).add(spotTrades, fills(amount), move());
    expect(await stand.writer(account).add(spotTrades, fills(amount), move())).toBe(amount);
    expect(await stand.writer(other).add(spotTrades, fills(amount), move())).toBe(0);
  });

  it('keep any text exactly, whatever it does to lines, columns and quotes', async () => {
    const nasty = fc.constantFrom(
      '\\',
      '\t',
      '\n',
      '\r',
      '\b',
      '\v',
      '\\N',
      '\\.',
      '"',
      "'",
      '{',
      '}',
      ',',
      'NULL',
      '',
      ' ',
      '\u0001',
      '\u2028',
      'ключ',
      '🦀',
      '$1',
      '?',
      ';',
    );
    const texts = fc
      .array(fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 5 })), { maxLength: 6 })
      .map((parts) => parts.join('').replaceAll('\0', ''));
    const row = fc.record({ symbol: texts, orderId: texts, feeAsset: texts });
    const rows = fc.sample(row, { numRuns: amount, seed: 20_261_121 }).map((changes, n) => fill(n, changes));
    expect(await stand.writer(account).add(spotTrades, rows, move())).toBe(amount);
    const byId = (all: SpotTradeRow[]) => all.toSorted((a, b) => Number(a.tradeId) - Number(b.tradeId));
    expect(byId(await storedFills())).toEqual(byId(rows));
  });

  it.each<[string, Partial<SpotTradeRow>]>([
    ['NUL', { feeAsset: 'A\0B' }],
    ['half a surrogate pair', { orderId: 'A\ud83eB' }],
    ['NUL in its key', { tradeId: '9\0' }],
    ['a time that is none', { time: new Date(NaN) }],
    ['a time beyond the calendar', { time: new Date(8.64e15) }],
  ])('with %s are refused as a whole', async (__, changes) => {
    const rows = fills(amount);
    rows[amount - 2] = fill(amount - 2, changes);
    expect(await failure(stand.writer(account).add(spotTrades, rows, move()))).toBeInstanceOf(WireShape);
    expect(await count()).toBe(0);
    expect(await stand.cursor(account)).toBeUndefined();
  });

  it('that the database refuses leave nothing behind, and the next ones are stored', async () => {
    const rows = fills(amount);
    rows[amount - 2] = fill(amount - 2, { price: 'much' });
    const writer = stand.writer(account);
    expect(await failure(writer.add(spotTrades, rows, move()))).toMatchObject({ code: '22P02' });
    expect(await count()).toBe(0);
    expect(await stand.cursor(account)).toBeUndefined();
    expect(await writer.add(spotTrades, fills(amount), move())).toBe(amount);
  });

  it('are not stored where their cursor cannot be moved', async () => {
    const astray = move({ state: 'lost' as 'partial' });
    expect(await failure(stand.writer(account).add(spotTrades, fills(amount), astray))).toMatchObject({
      constraint: 'sync_cursors_state_check',
    });
    expect(await count()).toBe(0);
  });

  it('of futures are stored with all their fields', async () => {
    const rows = fills(amount).map(({ symbol, ...row }, n): FuturesTradeRow => ({
      ...row,
      symbol: `${symbol}-PERP`,
      positionSide: n % 2 ? 'LONG' : 'SHORT',
      realizedPnl: `-${n}.5`,
      fee: '0.1',
      feeAsset: 'USDT',
    }));
    expect(await stand.writer(account).add(futuresTrades, rows, move({ dataset: 'futures_trades' }))).toBe(amount);
    expect(await stand.writer(account).add(futuresTrades, rows, move({ dataset: 'futures_trades' }))).toBe(0);
    const [row] = await stand.rows(
      'select symbol, position_side, realized_pnl, fee, fee_asset, price from futures_trades where account_id = ? order by time desc',
      [account],
    );
    expect(row).toEqual({
      symbol: 'AAABBB-PERP',
      position_side: 'LONG',
      realized_pnl: `-${amount - 1}.5`,
      fee: '0.1',
      fee_asset: 'USDT',
      price: `0.0${amount - 1}0`,
    });
  });

  it('of the futures journal keep what is missing missing', async () => {
    const rows = Array.from({ length: amount }, (__, n): IncomeRow => ({
      kind: 'FUNDING_FEE',
      tranId: `t${n}`,
      asset: 'USDT',
      symbol: '',
      amount: '-0.5',
      tradeId: n % 2 ? null : 'null',
      time: new Date(START + n),
    }));
    expect(await stand.writer(account).add(futuresIncome, rows, move({ dataset: 'futures_income', symbol: '' }))).toBe(amount);
    const [found] = await stand.rows(
      `select count(*) filter (where trade_id is null)::int as absent, count(trade_id)::int as told from futures_income where account_id =
        ?`,
      [account],
    );
    expect(found).toEqual({ absent: amount / 2, told: amount / 2 });
  });

  it('of two workers at once are stored once and counted once', async () => {
    const rows = fills(amount);
    const shifted = fills(amount, amount / 2);
    for (const other of [rows.toReversed(), shifted.toReversed(), shifted]) {
      account = await stand.account();
      const added = await Promise.all([rows, other, rows].map((batch) => stand.writer(account).add(spotTrades, batch, move())));
      const total = other[0] === rows.at(-1) ? amount : amount * 1.5;
      expect(added.reduce((sum, n) => sum + n, 0)).toBe(total);
      expect(await count()).toBe(total);
      expect(await stand.cursor(account)).toMatchObject({ row_count: total });
    }
  });

  it('that wait for somebody else are given up when the run is stopped', async () => {
    const holder = await stand.connect();
    try {
      await holder.query('begin');
      await holder.query(`insert into spot_trades values ($1, 'AAABBB', '901', false, '1', true, 1, 1, 1, 1, 'AAA', now())`, [account]);
      const stop = new AbortController();
      const writing = failure(stand.writer(account, stop.signal).add(spotTrades, fills(amount), move()));
      await eventually(async () =>
        expect(
          (await holder.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`))
            .rowCount,
        ).toBe(1),
      );
      const reason = new Error('the worker stops');
      stop.abort(reason);
      let ended = false;
      void writing.then(() => (ended = true));
      await eventually(() => expect(ended).toBe(true));
      expect(await writing).toBe(reason);
      // Whoever waited in the database has gone by the time the other commits, or loses to the connection that is no more.
      await holder.query('rollback');
    } finally {
      await holder.end();
    }
    expect(await stand.writer(account).add(spotTrades, fills(amount, amount), move())).toBe(amount);
  });

  it('are not begun once the run is stopped', async () => {
    const reason = new Error('the worker stops');
    const sent = await stand.statements(async () => {
      expect(await failure(stand.writer(account, AbortSignal.abort(reason)).add(spotTrades, fills(amount), move()))).toBe(reason);
    });
    expect(sent).toEqual([]);
  });

  it('leave nothing behind when the connection breaks', async () => {
    const holder = await stand.connect();
    try {
      await holder.query('begin');
      await holder.query(`insert into spot_trades values ($1, 'AAABBB', '901', false, '1', true, 1, 1, 1, 1, 'AAA', now())`, [account]);
      const writing = failure(stand.writer(account).add(spotTrades, fills(amount), move()));
      await eventually(async () => {
        const { rowCount } = await holder.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event = 'transactionid'`,
        );
        expect(rowCount).toBe(1);
      });
      expect(await writing).toBeInstanceOf(Error);
      await holder.query('rollback');
    } finally {
      await holder.end();
    }
    expect(await count()).toBe(0);
    expect(await stand.cursor(account)).toBeUndefined();
  });
});

describe('looking rows up reads the primary key alone', () => {
  /** Each index and each table that the plan reads, and whether it sorts. */
  async function plan(table: Table<never>): Promise<string[]> {
    const client = await stand.connect();
    try {
      const values = [account, ...keyColumns(table).map(() => '{}')];
      const { rows } = await client.query<{ 'QUERY PLAN': object }>(`explain (format json) ${missing(table).text}`, values);
      return [...JSON.stringify(rows).matchAll(/"Index Name":"(\w+)"|"Node Type":"(Sort|Seq Scan|Bitmap Heap Scan)"/g)].map(
        ([, index, node]) => index ?? node!,
      );
    } finally {
      await client.end();
    }
  }

  const tables = [spotTrades, futuresTrades, futuresIncome] as const;

  it.each(tables.map((table) => [table.name, table as unknown as Table<never>] as const))(
    '%s, whether the planner knows the table or not',
    async (name, table) => {
      const only = [`${name}_pkey`];
      await stand.rows(`alter table ${name} set (autovacuum_enabled = false)`);
      expect(await plan(table)).toEqual(only);
      await stand.writer(account).add(spotTrades, fills(3 * MANY), move());
      expect(await plan(table)).toEqual(only);
      await stand.rows(`analyze ${name}`);
      expect(await plan(table)).toEqual(only);
    },
  );
});
