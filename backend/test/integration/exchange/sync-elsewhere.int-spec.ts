import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ExchangeDouble } from './exchange-double.js';
import { spotFill } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { KEY, otherAccount, startOtherVenue } from './other-venue.js';

let double: ExchangeDouble;
let worker: ExchangeWorker;
let userId: string;
let accountId: string;

beforeAll(async () => {
  double = await startOtherVenue();
});
afterAll(async () => double.stop());

beforeEach(async () => {
  double.instead = () => null;
  double.accounts.splice(0, 1, otherAccount());
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
  ({ userId, accountId } = await worker.member(KEY));
});
afterEach(async () => worker.stop());

const account = () => double.accounts[0]!;
const count = async (table: string) =>
  Number((await worker.rows<{ n: string }>(`select count(*)::text as n from "${table}" where account_id = ?`, [accountId]))[0]!.n);

describe('another server of the same wire format', () => {
  it('is read whole: every symbol, id and digit, without anything it need not have', async () => {
    const run = await worker.sync(userId);
    expect(run.state).toBe('done');
    expect(run.warnings.map((text) => text.split(': ')[0]).sort()).toEqual([
      'Conversions could not be read',
      'Dividends could not be read',
      'Small balances converted could not be read',
      'The exchange does not tell conditional orders',
      'Transfers between wallets could not be read',
    ]);
    const ids = await worker.rows<{ symbol: string; id: string; buyer: boolean }>(
      'select symbol, trade_id::text as id, buyer from spot_trades where account_id = ? order by symbol, trade_id, buyer',
      [accountId],
    );
    const expected = Object.values(account().spot!)
      .flat()
      .map((fill) => ({ symbol: fill['symbol'], id: String(fill.id), buyer: fill['isBuyer'] }));
    expect(new Set(ids.map((row) => JSON.stringify(row)))).toEqual(new Set(expected.map((row) => JSON.stringify(row))));
    expect(ids).toHaveLength(expected.length);
    expect(await count('futures_trades')).toBe(1500);
  });

  it('keeps the digits of every amount', async () => {
    await worker.sync(userId);
    expect(
      await worker.rows('select price, qty, quote_qty, fee from spot_trades where account_id = ? and symbol = ?', [accountId, 'FFFUUU']),
    ).toEqual([{ price: '0.00012345', qty: '10.50000000', quote_qty: '0.00129623', fee: '0.01050000' }]);
    expect(await worker.rows('select name, balance from wallet_balances where account_id = ? order by position', [accountId])).toEqual([
      { name: 'Spot', balance: '12345678.123456789012345678' },
      { name: 'Funding', balance: '0.00' },
    ]);
    expect(
      await worker.rows('select coin, free, locked, value from asset_balances where account_id = ? order by coin', [accountId]),
    ).toEqual([
      { coin: 'AAA', free: '1.50000000', locked: '0.25000000', value: '3.5' },
      { coin: 'UUU', free: '100.00', locked: '0', value: '50' },
    ]);
  });

  it('tells positions with their leverage, and only those that are open', async () => {
    await worker.sync(userId);
    expect(
      await worker.rows('select symbol, position_amt, leverage, entry_price from futures_positions where account_id = ?', [accountId]),
    ).toEqual([{ symbol: 'AAAUUU', position_amt: '-0.018', leverage: '7', entry_price: '64983.68409777' }]);
    expect(await worker.rows('select order_id, symbol from futures_orders where account_id = ?', [accountId])).toEqual([
      { order_id: '9007199254740995', symbol: 'BBBUUU' },
    ]);
  });

  it('tells deposits back to the first year, with and without an id', async () => {
    const runs = await worker.syncUntilSettled(userId);
    expect(runs.every(({ state }) => state === 'done')).toBe(true);
    expect(
      await worker.rows(
        'select coin, amount, status, wallet_type, inserted_at::text as at from deposits where account_id = ? and coin = ?',
        [accountId, 'OLD'],
      ),
    ).toEqual([{ coin: 'OLD', amount: '0.5', status: 1, wallet_type: 0, at: '2017-08-01 00:00:00+00' }]);
    expect(await count('deposits')).toBe(3);
    expect(await worker.rows('select applied_at::text as at, transaction_fee from withdrawals where account_id = ?', [accountId])).toEqual([
      { at: '2019-10-12 11:12:02+00', transaction_fee: '0.0001' },
    ]);
  });

  it('is read again without doubling anything; rows that changed are renewed', async () => {
    await worker.sync(userId);
    account().deposits![2]!['status'] = 1;
    account().deposits![2]!['txId'] = '0x3';
    account().spot!['AAAUUU']!.push(spotFill('AAAUUU', 9_007_199_254_749_999n, Date.now() - 1000));
    account().positions = [];
    account().orders = [];
    const before = await count('spot_trades');
    const run = await worker.sync(userId, 'demand');
    expect(run).toMatchObject({ state: 'done', rows: { spot_trades: 1, deposits: 0, futures_positions: 0, futures_orders: 0 } });
    expect(await count('spot_trades')).toBe(before + 1);
    expect(await worker.rows('select status, tx_id, final from deposits where account_id = ? and id = ?', [accountId, 'd3'])).toEqual([
      { status: 1, tx_id: '0x3', final: true },
    ]);
    expect(await count('futures_positions')).toBe(0);
    expect(await count('futures_orders')).toBe(0);
  });

  it('that answers nonsense wipes nothing: the snapshot stays, the run waits to be tried again', async () => {
    await worker.sync(userId);
    for (const body of ['<html>sign in</html>', '', '[{"symbol": "AA', {}]) {
      double.instead = ({ path }) => (path === '/fapi/v3/positionRisk' || path === '/sapi/v1/asset/wallet/balance' ? { body } : null);
      const runId = await worker.request(userId, 'demand');
      await expect(worker.run(runId, { last: false })).rejects.toThrow('unexpected');
      expect(await worker.record(runId)).toMatchObject({ state: 'queued', error: expect.stringContaining('unexpected') });
      expect([await count('futures_positions'), await count('wallet_balances'), await count('asset_balances')]).toEqual([1, 2, 2]);
      double.instead = () => null;
      expect(await worker.run(runId)).toEqual({ outcome: 'done' });
    }
  });

  it('that cannot be reached at the last try fails the run with its reason, and the next one heals', async () => {
    double.instead = ({ path }) => (path === '/api/v3/myTrades' ? { reset: true } : null);
    const failed = await worker.sync(userId);
    expect(failed).toMatchObject({ state: 'failed', error: expect.stringContaining('out of reach') });
    // The others were read meanwhile.
    expect([await count('deposits'), await count('futures_trades'), await count('wallet_balances')]).toEqual([1, 1500, 2]);
    double.instead = () => null;
    const runs = await worker.syncUntilSettled(userId, 'demand');
    expect(runs.every(({ state }) => state === 'done')).toBe(true);
    expect([await count('spot_trades'), await count('deposits')]).toEqual([2030 + 3 + 1 + 2, 3]);
  });

  it.each([
    ['429', { status: 429, headers: { 'retry-after': '7' }, body: { code: -1003, msg: 'Too much request weight used.' } }, 7000],
    ['418', { status: 418, headers: { 'retry-after': '120' }, body: { code: -1003, msg: 'banned' } }, 120_000],
    ['maintenance', { status: 503, body: 'System is under maintenance.' }, 300_000],
  ])('that answers %s puts the run off without using up a try, even the last', async (_, instead, afterMs) => {
    let told = false;
    double.instead = ({ path }) => (path === '/api/v3/myTrades' && !told ? ((told = true), instead) : null);
    const runId = await worker.request(userId);
    expect(await worker.run(runId, { last: true })).toEqual({ outcome: 'reschedule', afterMs, spent: expect.any(Number) });
    expect(await worker.record(runId)).toMatchObject({ state: 'queued', error: expect.any(String) });
    expect(await worker.run(runId)).toEqual({ outcome: 'done' });
    expect(await count('spot_trades')).toBe(2030 + 3 + 1 + 2);
  });

  it('may shuffle pages and repeat rows at their edges', async () => {
    double.instead = ({ path, params }) => {
      if (path !== '/api/v3/myTrades' || params.get('symbol') !== 'AAAUUU') return null;
      const all = account().spot!['AAAUUU']!;
      const from = BigInt(params.get('fromId')!);
      const at = all.findIndex(({ id }) => BigInt(id) >= from);
      // Five rows of the page before, and the page upside down.
      const page = at < 0 ? [] : all.slice(Math.max(0, at - 5), Math.max(0, at - 5) + 1000);
      return { body: [...page].reverse() };
    };
    expect((await worker.sync(userId)).state).toBe('done');
    expect(await count('spot_trades')).toBe(2030 + 3 + 1 + 2);
  });

  it('may cut a page between the two rows of a trade with oneself', async () => {
    const fills = Array.from({ length: 1200 }, (_, i) =>
      spotFill('BBBUUU', i < 1000 ? i + 1 : i, Date.UTC(2024, 2, 1) + i * 1000, { isBuyer: i !== 1000 }),
    );
    expect(fills[999]!.id).toBe(fills[1000]!.id);
    account().spot!['BBBUUU'] = fills;
    expect((await worker.sync(userId)).state).toBe('done');
    expect(await worker.rows(`select count(*)::int as n from spot_trades where account_id = ? and symbol = 'BBBUUU'`, [accountId])).toEqual(
      [{ n: 1200 }],
    );
  });

  it('that sends the same full page for ever is not asked for ever', async () => {
    const all = account().spot!['AAAUUU']!.slice(0, 1000);
    double.instead = ({ path, params }) => (path === '/api/v3/myTrades' && params.get('symbol') === 'AAAUUU' ? { body: all } : null);
    expect(await worker.sync(userId)).toMatchObject({ state: 'failed', error: expect.stringContaining('full page') });
  });

  it('drops a symbol in the middle of its pages: the others finish, and the run says what is incomplete', async () => {
    let asked = 0;
    double.instead = ({ path, params }) =>
      path === '/api/v3/myTrades' && params.get('symbol') === 'AAAUUU' && ++asked > 1
        ? { status: 400, body: { code: -1121, msg: 'Invalid symbol.' } }
        : null;
    const incomplete = 'The exchange does not list AAAUUU any more: what it kept of its trades is incomplete';
    expect(await worker.sync(userId)).toMatchObject({ state: 'done', warnings: expect.arrayContaining([incomplete]) });
    expect(await count('spot_trades')).toBe(1000 + 3 + 1 + 2);
    expect(await worker.sync(userId, 'demand')).toMatchObject({ state: 'done', warnings: expect.arrayContaining([incomplete]) });
    expect(asked).toBe(2);
  });

  it('with thousands of symbols is searched a chunk a run, until nothing is left', async () => {
    const many = Array.from({ length: 160 }, (_, i) => ({ symbol: `Q${i}RRR`, baseAsset: `Q${i}`, quoteAsset: 'RRR', status: 'BREAK' }));
    const symbols = double.symbols;
    double.symbols = [...symbols, ...many];
    account().spot!['Q159RRR'] = [spotFill('Q159RRR', 77, Date.UTC(2020, 1, 1))];
    const runs: string[][] = [];
    for (let i = 0; i < 6; i++) runs.push((await worker.sync(userId, i === 0 ? 'approval' : 'demand')).warnings);
    double.symbols = symbols;
    expect(runs[0]).toContainEqual(expect.stringMatching(/^Dividends could not be read/));
    expect(runs[0]).toContain('124 rarely used symbols are still to be searched for spot trades');
    expect(runs[1]).toContain('84 rarely used symbols are still to be searched for spot trades');
    expect(runs.at(-1)!.join()).not.toContain('still to be searched');
    expect(
      await worker.rows('select trade_id::text as id from spot_trades where account_id = ? and symbol = ?', [accountId, 'Q159RRR']),
    ).toEqual([{ id: '77' }]);
    expect(double.callsOf('/api/v3/myTrades').filter(({ params }) => params.get('symbol') === 'Q7RRR')).toHaveLength(1);
  });
});
