import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Credentials, Venue } from '../../../../src/trading/venues/port/index.js';
import { ExchangeWorker } from '../exchange-worker.js';
import { storedRows } from '../stored-rows.js';
import { BybitDouble } from './bybit-double.js';
import * as bybit from './bybit-world.js';
import { OkxDouble } from './okx-double.js';
import * as okx from './okx-world.js';
import type { Row, VenueDouble } from './venue-double.js';

const DAY = 86_400_000;
const now = Date.now();
/** Whole seconds some days ago: the venues date some lists so. */
const ago = (days: number, ms = 0) => Math.floor((now - days * DAY) / 1000) * 1000 + ms;

/** What the ledger is to hold, by table: one word a row. */
type Ledger = Record<'spot_trades' | 'futures_trades' | 'deposits' | 'withdrawals', string[]>;

interface World {
  venue: Venue;
  double: VenueDouble;
  key: Credentials;
  /** Path of the list of fills, which some faults are about. */
  fillsPath: string;
  renew(): void;
  ledger(): Ledger;
  /** A fill that happens now. */
  trade(): void;
  /** The deposit that was pending is credited. */
  credit(): void;
  reachDays: number;
  /** What the venue says to a key that does not reach contracts. */
  notPermitted: unknown;
  futuresPaths: readonly string[];
}

const text = (row: Row, ...keys: string[]) => keys.map((key) => String(row[key])).join(' ');

function bybitWorld(): World {
  const double = new BybitDouble();
  const account = () => double.accounts[0]!;
  return {
    venue: 'bybit',
    double,
    key: bybit.KEY,
    fillsPath: '/v5/execution/list',
    reachDays: 729,
    notPermitted: { retCode: 10_005, retMsg: 'Permission denied, please check your API key permissions.', result: {} },
    futuresPaths: ['/v5/position/list', '/v5/order/realtime'],
    renew: () => {
      const closing = bybit.execution(5000, ago(3, 7), { symbol: 'BTCUSDT', feeCurrency: '', closedSize: '0.1', side: 'Sell' });
      const linear = [
        ...Array.from({ length: 140 }, (_, n) =>
          bybit.execution(4000 + n, ago(20, n * 40), { symbol: 'BTCUSDT', feeCurrency: '', execType: n % 7 === 0 ? 'Funding' : 'Trade' }),
        ),
        closing,
      ];
      const spot = [
        ...Array.from({ length: 230 }, (_, n) => bybit.execution(n, ago(9, Math.floor(n / 30) * 1000))),
        ...Array.from({ length: 30 }, (_, n) => bybit.execution(1000 + n, ago(40, n))),
      ];
      double.accounts.splice(0, 1, {
        ...bybit.emptyAccount(),
        executions: { spot, linear },
        journal: [bybit.journalEntry(closing, '41.50000000')],
        unified: { totalEquity: '120', accountType: 'UNIFIED', coin: [bybit.unifiedCoin('USDT', '120.5000')] },
        overview: [{ accountType: 'UnifiedTradingAccount', totalEquity: '120.50', valuationCurrency: 'USD', snapshotTime: '1' }],
        positions: { USDT: [bybit.position('BTCUSDT')] },
        orders: { USDC: [bybit.order(1, { symbol: 'BTCPERP' })] },
        deposits: [
          ...Array.from({ length: 120 }, (_, n) => bybit.deposit(n, ago(50, n * 1000))),
          bybit.deposit(900, ago(1), { status: 2, txID: '' }),
        ],
        internalDeposits: [bybit.internalDeposit(1, ago(45))],
        withdrawals: [bybit.withdrawal(1, ago(5)), bybit.withdrawal(2, ago(6), { withdrawType: 1, chain: '', txID: '' })],
      });
    },
    ledger: () => ({
      spot_trades: account().executions.spot.map((row) => text(row, 'symbol', 'execId')),
      futures_trades: account()
        .executions.linear.filter((row) => row['execType'] !== 'Funding')
        .map((row) => text(row, 'symbol', 'execId')),
      deposits: [
        ...account().deposits.map((row) => text(row, 'id')),
        ...account().internalDeposits.map((row) => `internal:${text(row, 'id')}`),
      ],
      withdrawals: account().withdrawals.map((row) => text(row, 'withdrawId')),
    }),
    trade: () => void account().executions.spot.push(bybit.execution(7000, Date.now() - 1000)),
    credit: () => Object.assign(account().deposits.at(-1)!, { status: 3, txID: '0x3' }),
  };
}

function okxWorld(): World {
  const double = new OkxDouble();
  const account = () => double.accounts[0]!;
  const fillName = (row: Row) => `${text(row, 'instId')} ${text(row, 'tradeId')}:${text(row, 'billId')}`;
  return {
    venue: 'okx',
    double,
    key: okx.KEY,
    fillsPath: '/api/v5/trade/fills-history',
    reachDays: 88,
    notPermitted: { code: '50120', data: [], msg: 'This API key does not have permission to use this function' },
    futuresPaths: ['/api/v5/account/positions', '/api/v5/trade/orders-pending', '/api/v5/trade/orders-algo-pending'],
    renew: () => {
      double.instruments = { SWAP: [okx.instrument('BTC-USDT-SWAP', '0.01')], FUTURES: [] };
      double.accounts.splice(0, 1, {
        ...okx.emptyAccount(),
        fills: {
          SPOT: [
            ...Array.from({ length: 230 }, (_, n) => okx.fill(n + 1000, ago(9, Math.floor(n / 30) * 1000))),
            ...Array.from({ length: 30 }, (_, n) => okx.fill(n, ago(40, n))),
          ],
          MARGIN: [okx.fill(3000, ago(8), { instType: 'MARGIN' })],
          SWAP: [
            ...Array.from({ length: 140 }, (_, n) => okx.swapFill(4000 + n, ago(20, n * 40))),
            okx.swapFill(5000, ago(3), { tradeId: '-1' }),
          ],
        },
        trading: { details: [okx.tradingCoin('USDT', '120.5000')], totalEq: '120', uTime: '1' },
        positions: [okx.position('BTC-USDT-SWAP')],
        orders: { SWAP: [okx.order(1)] },
        algos: [okx.algo(1)],
        deposits: [
          ...Array.from({ length: 120 }, (_, n) => okx.deposit(n, ago(50, n * 1000))),
          okx.deposit(900, ago(1), { state: '0', txId: '' }),
        ],
        withdrawals: [okx.withdrawal(1, ago(5)), okx.withdrawal(2, ago(6), { chain: '', txId: '' })],
      });
    },
    ledger: () => ({
      spot_trades: [...account().fills['SPOT']!, ...account().fills['MARGIN']!].map(fillName),
      futures_trades: account().fills['SWAP']!.map(fillName),
      deposits: account().deposits.map((row) => text(row, 'depId')),
      withdrawals: account().withdrawals.map((row) => text(row, 'wdId')),
    }),
    trade: () => void account().fills['SPOT']!.push(okx.fill(7000, Date.now() - 1000)),
    credit: () => Object.assign(account().deposits.at(-1)!, { state: '2', txId: '0x3' }),
  };
}

describe.each([bybitWorld(), okxWorld()])('an account at $venue', (world) => {
  const { double, venue, key } = world;
  let worker: ExchangeWorker;
  let userId: string;
  let accountId: string;

  beforeAll(async () => {
    await double.listen();
  });
  afterAll(() => double.stop());

  beforeEach(async () => {
    double.renew();
    world.renew();
    worker = await ExchangeWorker.start(double.url, { unlimited: true });
    userId = await worker.person();
    const check = await worker.exchange.checkKey({ venue, ...key });
    accountId = await worker.em().transactional((tx) => worker.exchange.attachKey(tx, { userId, venue, ...key, check }));
  });
  afterEach(() => worker.stop());

  const rows = <T>(sql: string) => worker.rows<T>(sql, [accountId]);

  async function stored(): Promise<Ledger> {
    const [spot, futures, deposits, withdrawals] = await Promise.all([
      rows<{ name: string }>(`select symbol || ' ' || trade_id as name from spot_trades where account_id = ?`),
      rows<{ name: string }>(`select symbol || ' ' || trade_id as name from futures_trades where account_id = ?`),
      rows<{ name: string }>('select id as name from deposits where account_id = ?'),
      rows<{ name: string }>('select id as name from withdrawals where account_id = ?'),
    ]);
    const names = (list: { name: string }[]) => list.map(({ name }) => name).sort();
    return { spot_trades: names(spot), futures_trades: names(futures), deposits: names(deposits), withdrawals: names(withdrawals) };
  }

  const expected = (): Ledger =>
    Object.fromEntries(Object.entries(world.ledger()).map(([table, names]) => [table, names.sort()])) as Ledger;
  const states = () =>
    rows<{ dataset: string; state: string }>(`select dataset, state from sync_cursors where account_id = ? order by dataset`);

  /** As the schedule does: runs until nothing is left to read. */
  async function readAll(): Promise<void> {
    for (let runs = 0; (await states()).some(({ state }) => state !== 'complete'); runs++) {
      if (runs > 20) throw new Error(`never complete: ${JSON.stringify(await states())}`);
      expect(await worker.sync(userId, 'demand')).toMatchObject({ state: 'done', error: null });
    }
  }

  it('is stored row for row, and what stands is what the venue tells', async () => {
    const run = await worker.sync(userId);
    expect({ state: run.state, error: run.error, warnings: run.warnings }).toEqual({ state: 'done', error: null, warnings: [] });
    expect(await stored()).toEqual(expected());
    const { positions, orders, wallets, balances } = await storedRows(worker, accountId);
    expect([positions, orders, balances].map((list) => list.length)).toEqual([1, venue === 'okx' ? 2 : 1, 1]);
    expect(wallets.length).toBeGreaterThan(0);
    const [own] = await rows<{ uid: string }>('select uid from exchange_accounts where id = ?');
    expect(own?.uid).toBe(venue === 'okx' ? '44705892343619584' : '1448939');
  });

  it('keeps realised profit by fill', async () => {
    await worker.sync(userId);
    const [closed] = await rows<{ pnl: string }>(
      `select realized_pnl as pnl from futures_trades where account_id = ? order by "time" desc limit 1`,
    );
    expect(closed?.pnl).toBe(venue === 'okx' ? '1.2300' : '41.50000000');
  });

  it('is covered to the edge of what the venue tells, which is told as such', async () => {
    await worker.sync(userId);
    await readAll();
    expect(await stored()).toEqual(expected());
    const spans = await rows<{ dataset: string; spans: string; from: string; to: string; horizon: string | null }>(
      `select dataset, (select count(*) from unnest(covered))::text as spans, lower(covered)::text as "from", upper(covered)::text as
        "to", horizon::text as horizon from sync_cursors where account_id = ? order by dataset`,
    );
    expect(spans.map(({ dataset }) => dataset)).toEqual(['deposits', 'futures_trades', 'spot_trades', 'withdrawals']);
    for (const { dataset, spans: count, from, to, horizon } of spans) {
      const fills = dataset.endsWith('_trades');
      expect({ dataset, count }).toEqual({ dataset, count: '1' });
      expect(Date.now() - Date.parse(to)).toBeLessThan(20 * 60_000);
      const daysBack = (Date.now() - Date.parse(from)) / DAY;
      if (fills) expect(Math.round(daysBack)).toBe(world.reachDays);
      else expect(new Date(from).getUTCFullYear()).toBe(venue === 'okx' ? 2017 : 2018);
      expect(horizon === null).toBe(!fills);
    }
  });

  it('is read again without doubling anything', async () => {
    await worker.sync(userId);
    const before = await stored();
    const again = await worker.sync(userId, 'demand');
    expect(again.rows['spot_trades'] ?? 0).toBe(0);
    expect(again.rows['futures_trades'] ?? 0).toBe(0);
    expect(await stored()).toEqual(before);
  });

  it('shows what happened since: a new fill, and a deposit that was credited', async () => {
    await worker.sync(userId);
    world.trade();
    world.credit();
    const run = await worker.sync(userId, 'demand');
    expect(run.rows['spot_trades']).toBe(1);
    expect(await stored()).toEqual(expected());
    expect(await rows('select status, final, tx_id from deposits where account_id = ? order by inserted_at desc limit 1')).toEqual([
      { status: 1, final: true, tx_id: '0x3' },
    ]);
  });

  it('loses nothing to answers that are none: what could not be read is read by the next attempt', async () => {
    let bad = 0;
    const page = ['{"cut":', '<html>please log in</html>', '', '{}'];
    double.instead = ({ path }) => (path === world.fillsPath && bad < page.length ? { body: page[bad++]! } : null);
    const runId = await worker.request(userId);
    for (let attempt = 0; bad < page.length && attempt < 10; attempt++) await worker.run(runId, { last: false }).catch(() => undefined);
    expect(bad).toBe(page.length);
    for (let attempt = 0; (await worker.record(runId)).state !== 'done' && attempt < 10; attempt++)
      await worker.run(runId, { last: false });
    expect(await stored()).toEqual(expected());
  });

  it('whose key does not reach contracts is read without them', async () => {
    double.instead = ({ path }) => (world.futuresPaths.includes(path) ? { body: world.notPermitted } : null);
    const run = await worker.sync(userId);
    expect({ state: run.state, warnings: run.warnings }).toEqual({
      state: 'done',
      warnings: ['Futures data is not available with this key'],
    });
    expect((await stored()).spot_trades).toEqual(expected().spot_trades);
    expect((await stored()).futures_trades).toEqual([]);
  });
});
