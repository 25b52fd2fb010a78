import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { WeightBudget } from '../../../src/trading/venues/budget/index.js';
import { until } from '../../support/until.js';
import { storedCursor, storedRun } from './stored-accounts.js';
import { NEWEST, SyncConsole, T1, T2, T3 } from './sync-console.js';

let world: SyncConsole;

beforeAll(async () => {
  world = await SyncConsole.start();
});
afterAll(() => world.stop());

describe('the console’s list of members', () => {
  const mine: Record<string, string> = {};
  const names = ({ rows }: { rows: Record<string, unknown>[] }) =>
    rows.map(({ id }) => Object.keys(mine).find((name) => mine[name] === id)).filter(Boolean);

  beforeAll(async () => {
    mine['fresh'] = (await world.person()).userId;
    mine['late'] = (await world.person({ lastSyncedAt: `now() - interval '31 minutes'` })).userId;
    mine['never'] = (await world.person({ lastSyncedAt: 'null', venue: 'bybit', keyState: 'unchecked' })).userId;
    mine['stopped'] = (await world.person({ lastSyncedAt: `now() - interval '2 days'`, keyState: 'invalid', venue: 'okx' })).userId;
    mine['keyless'] = (await world.person(null)).userId;
  });
  const among = (filter: object, more: object = {}) => world.list('members', { filter: { id: Object.values(mine), ...filter }, ...more });

  it.each([
    [{ state: 'behind' }, ['late', 'never', 'stopped']],
    [{ state: 'current' }, ['fresh']],
    [{ state: 'none' }, ['keyless']],
    [{ keyState: 'none' }, ['keyless']],
    [{ keyState: 'invalid' }, ['stopped']],
    [{ keyState: 'valid' }, ['fresh', 'late']],
    [{ venue: 'bybit' }, ['never']],
    [{ venue: 'binance', state: 'behind' }, ['late']],
  ])('filters by %j', async (filter, expected) => {
    const found = await among(filter, { sort: ['createdDate', 'ASC'] });
    expect(names(found)).toEqual(expected);
    expect(found.range).toBe(`members 0-${expected.length - 1}/${expected.length}`);
    // Counted apart from the rows.
    expect((await among(filter, { range: [0, 0] })).range).toBe(`members 0-0/${expected.length}`);
  });

  it('sorts by lag, members who were never read last', async () => {
    expect(names(await among({}, { sort: ['lag', 'DESC'] })).slice(0, 3)).toEqual(['stopped', 'late', 'fresh']);
    expect(names(await among({}, { sort: ['lag', 'ASC'] })).slice(0, 3)).toEqual(['fresh', 'late', 'stopped']);
  });

  it.each([{ state: 'asleep' }, { keyState: 'x' }, { venue: 'kraken' }, { gaps: 1 }])('refuses %j', async (filter) => {
    expect((await world.list('members', { filter })).status).toBe(400);
  });
});

describe('sync runs', () => {
  it('tell venue, progress and how long they took, and no steps', async () => {
    const { userId, accountId } = await world.person({ venue: 'okx' });
    const done = await storedRun(world.api, accountId, userId, 'done', { trigger: 'demand', kind: 'balances', warnings: ['w'] });
    const open = await storedRun(world.api, accountId, userId, 'running');
    const { rows } = await world.list('sync-runs', { filter: { userId }, sort: ['createdAt', 'DESC'] });
    expect(rows.map(({ id }) => id)).toEqual([open, done]);
    expect(rows[1]).toEqual({
      id: done,
      userId,
      venue: 'okx',
      trigger: 'demand',
      kind: 'balances',
      state: 'done',
      createdAt: expect.any(String),
      startedAt: expect.any(String),
      finishedAt: expect.any(String),
      duration: 60,
      progress: { spot_trades: { done: 2, of: 5 } },
      rows: { spot_trades: 3 },
      warnings: ['w'],
      error: null,
    });
    expect(rows[0]!['duration']).toBeGreaterThanOrEqual(90);
    expect((await world.get(`/admin/sync-runs/${done}`)).json()).toEqual(rows[1]);
    expect((await world.list('sync-runs', { filter: { userId, trigger: 'demand' } })).rows.map(({ id }) => id)).toEqual([done]);
    expect((await world.list('sync-runs', { filter: { id: [open] } })).rows.map(({ id }) => id)).toEqual([open]);
    expect((await world.list('sync-runs', { filter: { trigger: 'x' } })).status).toBe(400);
  });
});

describe('the exchanges’ limits', () => {
  it('are told, closed ones first', async () => {
    const budget = world.api.app.get(WeightBudget, { strict: false });
    const scope = (name: string, limit: number) => ({ venue: 'binance' as const, name, limit, windowMs: 60_000 });
    const use = async (name: string, limit: number, weight: number) => {
      await budget.take({ scope: scope(name, limit), weight, lane: 'urgent', maxWaitMs: 60_000, aheadMs: 0 });
      budget.answered(scope(name, limit), weight, null);
    };
    await use('api', 6000, 600);
    budget.close('binance', 'api', 600_000);
    // The shared counters hear of a closing in the background, and a window may end at any moment.
    const data = await until('the closed scope and the one in use', async () => {
      await use('fapi', 2400, 1);
      const { data: scopes } = (await world.get('/admin/exchange-limits')).json<{ data: Record<string, unknown>[] }>();
      return scopes.length === 2 && scopes.some(({ closedUntil }) => closedUntil !== null) ? scopes : null;
    });
    expect(data.map(({ venue, scope: name, closedUntil }) => [venue, name, closedUntil !== null])).toEqual([
      ['binance', 'api', true],
      ['binance', 'fapi', false],
    ]);
    expect(data[1]).toMatchObject({ limit: 2400 });
    expect(data[1]).toMatchObject({ reason: null });
    expect(data[0]).toMatchObject({ reason: 'limit', closedUntil: expect.stringMatching(/Z$/) });
  });

  it('that nobody can tell are a 503', async () => {
    const budget = world.api.app.get(WeightBudget, { strict: false });
    const status = budget.status.bind(budget);
    budget.status = () => Promise.reject(new Error('no store'));
    const response = await world.get('/admin/exchange-limits');
    budget.status = status;
    expect([response.statusCode, response.json<{ message: string }>().message]).toEqual([
      503,
      'How much of the limits is used cannot be told at the moment',
    ]);
  });
});

describe('the futures journal', () => {
  it('is listed, newest first, and counted by contract', async () => {
    const { userId, accountId } = await world.person();
    const rows = [
      ['COMMISSION', '1', 'USDT', 'BTCUSDT', '-0.01', '77', T1],
      ['FUNDING_FEE', '2', 'USDT', 'ETHUSDT', '0.5', null, T2],
      ['TRANSFER', '3', 'BNB', '', '10', null, T3],
    ];
    for (const row of rows)
      await world.api
        .em()
        .execute(
          `insert into futures_income (account_id, kind, tran_id, asset, symbol, amount, trade_id, "time") values (?, ?, ?, ?, ?, ?, ?, ?)`,
          [accountId, ...row],
        );
    await storedCursor(world.api, accountId, 'futures_income', { covered: [[T1, NEWEST]], horizon: T1 });
    await world.api.em().execute(`update sync_cursors set row_count = 3 where account_id = ?`, [accountId]);
    const all = await world.list('futures-income', { filter: { userId } });
    expect(all.rows.map(({ id }) => id)).toEqual([
      `${accountId}:TRANSFER:3:BNB`,
      `${accountId}:FUNDING_FEE:2:USDT`,
      `${accountId}:COMMISSION:1:USDT`,
    ]);
    expect(all.rows[2]).toEqual({
      id: `${accountId}:COMMISSION:1:USDT`,
      userId,
      kind: 'COMMISSION',
      asset: 'USDT',
      amount: '-0.01',
      symbol: 'BTCUSDT',
      tradeId: '77',
      date: T1,
    });
    expect((await world.list('futures-income', { filter: { userId }, range: [0, 0] })).range).toBe('futures-income 0-0/3');
    expect((await world.list('futures-income', { filter: { userId, symbol: 'ETHUSDT' }, range: [0, 0] })).range).toBe(
      'futures-income 0-0/1',
    );
  });
});

describe('a list of trades by symbol', () => {
  it('is counted also where the venue tells all symbols together', async () => {
    const { userId, accountId } = await world.person({ venue: 'bybit' });
    for (const [id, symbol] of [
      ['1', 'AAAUSDT'],
      ['2', 'AAAUSDT'],
      ['3', 'BBBUSDT'],
    ] as const) {
      await world.api.em().execute(
        `insert into spot_trades (account_id, symbol, trade_id, buyer, order_id, maker, price, qty, quote_qty, fee, fee_asset, "time")
            values (?, ?, ?, true, '1', true, '1', '1', '1', '0', 'BNB', now())`,
        [accountId, symbol, id],
      );
    }
    await storedCursor(world.api, accountId, 'spot_trades', { covered: [[T1, NEWEST]], horizon: T1 });
    await world.api.em().execute(`update sync_cursors set row_count = 3 where account_id = ?`, [accountId]);
    expect((await world.list('spot-trades', { filter: { userId, symbol: 'AAAUSDT' }, range: [0, 0] })).range).toBe('spot-trades 0-0/2');
    expect((await world.list('spot-trades', { filter: { userId }, range: [0, 0] })).range).toBe('spot-trades 0-0/3');
  });
});
