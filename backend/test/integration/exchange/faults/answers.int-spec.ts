import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExchangeWorker } from '../exchange-worker.js';
import { OwnSandbox, sandboxKey } from '../own-sandbox.js';
import { FaultStand, MINUTE, NOW, type Fault } from './fault-stand.js';

// Faults F8 to F12, F14 and F15 of exchange.md section 6.6: what answers may look like.

let stand: FaultStand;
let n = 100;

beforeAll(async () => {
  const sandbox = await OwnSandbox.start();
  await sandbox.control('POST', 'clock', { freeze: NOW });
  stand = new FaultStand(sandbox, await ExchangeWorker.start(sandbox.url, { unlimited: true }));
});
afterAll(async () => {
  await stand.worker.stop();
  await stand.sandbox.stop();
});
beforeEach(() => stand.calm());

const MARKET_DATA = ['/api/v3/myTrades', '/fapi/v1/userTrades', '/sapi/v1/capital/deposit/hisrec', '/sapi/v1/capital/withdraw/history'];
const SNAPSHOTS = [
  '/api/v3/account',
  '/sapi/v1/asset/wallet/balance',
  '/fapi/v3/positionRisk',
  '/fapi/v1/openOrders',
  '/fapi/v1/openAlgoOrders',
  '/fapi/v3/account',
];

async function member(profile = 'typical') {
  const name = `${profile}-${++n}`;
  return { name, ...(await stand.worker.member(sandboxKey(profile, 'read-only', n))) };
}

describe('F8: an exchange that stumbles', () => {
  const stumbles: [string, Record<string, unknown>][] = [
    ['500 with -1001', { status: 500, code: -1001 }],
    ['502 with a proxy page', { status: 502, html: true }],
    ['503 with -1008', { status: 503, code: -1008 }],
    ['connections that break', { reset: true }],
  ];
  it.each(stumbles)(
    'is asked again after %s three times, and the rows are the truth',
    async (_, action) => {
      const { userId, accountId, name } = await member();
      await stand.arm(...MARKET_DATA.map((path): Fault => ({ path, member: name, skip: 1, times: 3, do: action })));
      const { run } = await stand.drive(userId);
      expect(run).toMatchObject({ state: 'done', error: null });
      expect(await stand.hits()).toEqual([3, 3, 3, 3]);
      await stand.expectTruth(accountId, name);
    },
    180_000,
  );
});

describe('F9: an answer that takes longer than we wait', () => {
  it('is given up and asked for again, and no row is stored twice', async () => {
    const { userId, accountId, name } = await member();
    await stand.arm({ path: '/api/v3/myTrades', member: name, params: { symbol: 'BTCUSDT' }, skip: 1, times: 1, do: { delayMs: 16_000 } });
    const { run } = await stand.drive(userId);
    expect(run).toMatchObject({ state: 'done', error: null });
    expect(await stand.hits()).toEqual([1]);
    await stand.expectTruth(accountId, name);
  }, 180_000);
});

describe('F10: a good status with a body that is none', () => {
  const bodies: [string, Record<string, unknown>][] = [
    ['cut JSON', { cutAt: 1 }],
    ["a proxy's page", { html: true }],
    ['nothing', { empty: true }],
    ['an object instead of a list', { json: {} }],
    ['a text', { json: 'maintenance' }],
  ];
  it.each(bodies)(
    'that is %s deletes nothing and stores nothing',
    async (_, action) => {
      const { userId, accountId, name } = await member();
      expect((await stand.drive(userId)).run.state).toBe('done');
      await stand.settle(userId, accountId);
      const before = await stand.stored(accountId);
      expect(before.spotTrades.length).toBeGreaterThan(1000);
      for (const path of [...SNAPSHOTS, ...MARKET_DATA]) {
        await stand.arm({ path, member: name, do: action });
        // A day later: whatever a run may ask for, it asks.
        await stand.worker.rows(`update exchange_accounts set verified_at = verified_at - interval '2 days' where id = ?`, [accountId]);
        const { run } = await stand.drive(userId, 'demand');
        expect({ path, hit: (await stand.hits())[0]! > 0, state: run.state }).toEqual({ path, hit: true, state: 'failed' });
        await stand.disarm();
      }
      expect(await stand.stored(accountId)).toEqual(before);
      expect((await stand.drive(userId, 'demand')).run.state).toBe('done');
      await stand.expectTruth(accountId, name);
    },
    360_000,
  );
});

describe('F11: pages that are not what pages should be', () => {
  it.each(['duplicate', 'shuffle', 'repeat'] as const)(
    'with rows that come as %s are stored once, and nothing is passed over',
    async (rows) => {
      const { userId, accountId, name } = await member();
      // `repeat` answers the page before: for ever it would never end, so it stops after a while.
      await stand.arm({ path: '/api/v3/myTrades', member: name, ...(rows === 'repeat' && { skip: 1, times: 2 }), do: { rows } });
      await stand.arm({ path: '/fapi/v1/userTrades', member: name, ...(rows === 'repeat' && { skip: 1, times: 2 }), do: { rows } });
      await stand.arm({
        path: '/sapi/v1/capital/deposit/hisrec',
        member: name,
        ...(rows === 'repeat' && { skip: 1, times: 1 }),
        do: { rows },
      });
      const { run } = await stand.drive(userId);
      expect(run).toMatchObject({ state: 'done', error: null });
      await stand.expectTruth(accountId, name);
    },
    180_000,
  );
});

describe('F12: fills that appear up to ten minutes late', () => {
  it('are there after the next syncs, though later ones were stored before them', async () => {
    const { userId, accountId, name } = await member('new-news');
    // A moment at which the exchange already shows a fill but not yet an older one.
    const late = await momentOfLateFill(name);
    await stand.sandbox.control('POST', 'clock', { freeze: late });
    expect((await stand.drive(userId)).run.state).toBe('done');
    await stand.expectTruth(accountId, name);
    const shown = (await stand.stored(accountId)).spotTrades.length;
    await stand.sandbox.control('POST', 'clock', { advanceMs: 11 * MINUTE });
    expect((await stand.drive(userId, 'demand')).run.state).toBe('done');
    await stand.sandbox.control('POST', 'clock', { advanceMs: 20 * MINUTE });
    expect((await stand.drive(userId, 'demand')).run.state).toBe('done');
    const { spotTrades } = await stand.stored(accountId);
    const { spotTrades: truth } = await stand.sandbox.truth(name);
    expect(spotTrades.length).toBeGreaterThan(shown);
    // The newest of all may still be late themselves; none that was late then is missing now.
    const due = truth.filter((row) => Number(row['time']) <= late);
    const ids = new Set(spotTrades.map((row) => (JSON.parse(row) as { symbol: string; id: string }).id));
    expect(due.filter((row) => !ids.has(String(row['id'])))).toEqual([]);
  }, 180_000);

  async function momentOfLateFill(name: string): Promise<number> {
    // On the first day of its life the account is still short.
    const first = Date.UTC(2026, 10, 1, 6);
    for (let step = 0; step < 100; step++) {
      const moment = first + step * 7 * MINUTE;
      await stand.sandbox.control('POST', 'clock', { freeze: moment + 11 * MINUTE });
      const later = (await stand.sandbox.truth(name)).spotTrades.filter((row) => Number(row['time']) <= moment);
      await stand.sandbox.control('POST', 'clock', { freeze: moment });
      const then = new Set((await stand.sandbox.truth(name)).spotTrades.map((row) => row['id']));
      const newest = Math.max(...[...then].map(Number));
      if (later.some((row) => !then.has(row['id']) && Number(row['id']) < newest)) return moment;
    }
    throw new Error('no fill of a day was late behind another');
  }
});

describe('F14: a symbol that disappears in the middle of its history', () => {
  it('is marked as gone with what it had, is shown, and the others finish', async () => {
    const { userId, accountId, name } = await member();
    await stand.arm({
      path: '/api/v3/myTrades',
      member: name,
      params: { symbol: 'BTCUSDT' },
      skip: 1,
      do: { status: 400, code: -1121, msg: 'Invalid symbol.' },
    });
    const { run } = await stand.drive(userId);
    expect(run.state).toBe('done');
    expect(run.warnings.join(' ')).toContain('BTCUSDT');
    const truth = await stand.sandbox.truth(name);
    const ids = async (symbol: string) =>
      (
        await stand.worker.rows<{ trade_id: string }>('select trade_id from spot_trades where account_id = ? and symbol = ?', [
          accountId,
          symbol,
        ])
      )
        .map((row) => row.trade_id)
        .sort();
    for (const symbol of ['ETHUSDT', 'BNBUSDT', 'ETHBTC'])
      expect(await ids(symbol)).toEqual(
        truth.spotTrades
          .filter((row) => row['symbol'] === symbol)
          .map((row) => String(row['id']))
          .sort(),
      );
    expect((await ids('BTCUSDT')).length).toBe(1000);
    const [cursor] = await cursorOf(accountId);
    expect(cursor).toEqual({ state: 'gone', row_count: 1000 });
    // Not asked for again, until a week later it is there again: then what is missing is read.
    await stand.clearLog();
    expect((await stand.drive(userId, 'demand')).run.warnings.join(' ')).toContain('BTCUSDT');
    expect((await stand.log('?path=myTrades')).filter((call) => call.params['symbol'] === 'BTCUSDT')).toEqual([]);
    await stand.disarm();
    await stand.sandbox.control('POST', 'clock', { advanceMs: 8 * 24 * 60 * MINUTE });
    await stand.worker.rows(`update exchange_accounts set verified_at = verified_at - interval '8 days' where id = ?`, [accountId]);
    expect((await stand.drive(userId, 'demand')).run.state).toBe('done');
    const { spotTrades } = await stand.sandbox.truth(name);
    expect(await ids('BTCUSDT')).toEqual(
      spotTrades
        .filter((row) => row['symbol'] === 'BTCUSDT')
        .map((row) => String(row['id']))
        .sort(),
    );
  }, 180_000);

  const cursorOf = (accountId: string) =>
    stand.worker.rows<{ state: string; row_count: number }>(
      `select state, row_count from sync_cursors where account_id = ? and dataset = 'spot_trades' and symbol = 'BTCUSDT'`,
      [accountId],
    );
});

describe('F15: a window of 1,050 deposits', () => {
  it('is stored whole', async () => {
    const { userId, accountId, name } = await member();
    expect((await stand.drive(userId)).run.state).toBe('done');
    const truth = await stand.sandbox.truth(name);
    const [{ count } = { count: 0 }] = await stand.worker.rows<{ count: number }>(
      `select count(*)::int as count from deposits where account_id = ? and inserted_at >= '2025-03-14' and inserted_at < '2025-03-15'`,
      [accountId],
    );
    expect(count).toBe(1050);
    expect((await stand.stored(accountId)).deposits.length).toBe(truth.deposits.length);
  }, 180_000);
});
