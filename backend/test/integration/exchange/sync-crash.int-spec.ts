import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountLocksService } from '../../../src/trading/exchange-accounts/account-locks.service.js';
import type { DoubleCall, ExchangeDouble } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { MortalProcess } from './mortal-process.js';
import { fillsAcrossEdges, KEY, otherAccount, startOtherVenue } from './other-venue.js';

const SPOT_ROWS = 2030 + 3 + 1 + 2;

let double: ExchangeDouble;
let worker: ExchangeWorker;
let mortal: MortalProcess;
let userId: string;
let accountId: string;

beforeAll(async () => {
  double = await startOtherVenue();
});
afterAll(async () => double.stop());

beforeEach(async () => {
  double.instead = () => null;
  double.calls.length = 0;
  double.accounts.splice(0, 1, otherAccount());
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
  mortal = new MortalProcess(worker, double);
  ({ userId, accountId } = await worker.member(KEY));
});
afterEach(async () => {
  mortal.kill();
  await worker.stop();
});

async function counts(): Promise<Record<string, number>> {
  const tables = [
    'spot_trades',
    'futures_trades',
    'deposits',
    'withdrawals',
    'futures_positions',
    'futures_orders',
    'wallet_balances',
    'asset_balances',
  ];
  const rows = await Promise.all(
    tables.map((table) => worker.rows<{ n: string }>(`select count(*)::text as n from "${table}" where account_id = ?`, [accountId])),
  );
  return Object.fromEntries(tables.map((table, i) => [table, Number(rows[i]![0]!.n)]));
}

const whole = {
  spot_trades: SPOT_ROWS,
  futures_trades: 1500,
  deposits: 3,
  withdrawals: 1,
  futures_positions: 1,
  futures_orders: 1,
  wallet_balances: 2,
  asset_balances: 2,
};

/** What the cursors say is stored, against what is. */
async function expectCountsKept(): Promise<void> {
  for (const table of ['spot_trades', 'futures_trades'] as const) {
    const [row] = await worker.rows<{ kept: string; real: string }>(
      `select (select sum(row_count) from sync_cursors where account_id = ? and dataset = ?)::text as kept, (select count(*) from
        "${table}" where account_id = ?)::text as real`,
      [accountId, table, accountId],
    );
    expect(row!.kept).toBe(row!.real);
  }
}

describe('a worker that is killed', () => {
  const pagesOf = (symbol: string, calls: readonly DoubleCall[]) =>
    calls.filter(({ path, params }) => path === '/api/v3/myTrades' && params.get('symbol') === symbol);
  /** The `n`th page of a long list, in this life. */
  const pageOf = (symbol: string, n: number) => {
    let pages = 0;
    return (call: DoubleCall) => pagesOf(symbol, [call]).length === 1 && ++pages === n;
  };
  const HEAD = ['/api/v3/account', '/fapi/v3/account', '/fapi/v3/positionRisk', '/sapi/v1/asset/wallet/balance'];

  it('at any request of a first sync, and started again, loses no row and doubles none', async () => {
    // Ten pages are stored together: a list of more than one such stage dies in its second.
    const long = fillsAcrossEdges('AAAUUU', 13_030, 9_007_199_254_740_993n, { commissionAsset: 'FFF' });
    double.accounts[0]!.spot!['AAAUUU'] = long;
    const runId = await worker.request(userId);
    const seen: Record<string, number>[] = [];
    const deaths = [(_: DoubleCall, asked: number) => asked === 9, pageOf('AAAUUU', 12), pageOf('AAAUUU', 2), pageOf('AAAUUU', 3)];
    for (const [life, isDeath] of deaths.entries()) {
      const before = double.calls.length;
      const [stored] = await worker.rows<{ last: string | null }>(
        `select trade_id as last from spot_trades where account_id = ? and symbol = 'AAAUUU' order by length(trade_id) desc, trade_id desc
          limit 1`,
        [accountId],
      );
      expect(await mortal.live(runId, isDeath)).toBeNull();
      expect((await worker.record(runId)).state).toBe('running');
      seen.push(await counts());
      const asked = double.calls.slice(before);
      // Each life goes on at the very row where the stored ones end.
      const [page] = pagesOf('AAAUUU', asked);
      if (life > 0) expect(page?.params.get('fromId')).toBe(stored?.last ?? '0');
      if (life >= 2) expect(asked.filter(({ path }) => HEAD.includes(path))).toEqual([]);
    }
    expect(seen[1]!['spot_trades']!).toBeGreaterThan(9000);
    expect(seen[1]!['spot_trades']!).toBeLessThan(11_000);
    await mortal.live(runId, () => false);
    expect((await worker.record(runId)).state).toBe('done');
    await worker.syncUntilSettled(userId, 'demand');
    expect(await counts()).toEqual({ ...whole, spot_trades: SPOT_ROWS - 2030 + long.length });
    await expectCountsKept();
    // What was stored before a death is still there after it.
    for (let i = 1; i < seen.length; i++)
      for (const table of ['spot_trades', 'deposits']) expect(seen[i]![table]!).toBeGreaterThanOrEqual(seen[i - 1]![table]!);
    expect(Math.max(...seen.map((at) => at['deposits']!))).toBeGreaterThan(0);
  }, 600_000);

  it('leaves its lock behind for nobody', async () => {
    const runId = await worker.request(userId);
    expect(await mortal.live(runId, (_, asked) => asked === 12)).toBeNull();
    expect(await worker.run(runId)).toEqual({ outcome: 'done' });
  }, 180_000);
});

describe('wallet movements', () => {
  const PATHS = ['/sapi/v1/asset/transfer', '/sapi/v1/asset/dribblet', '/sapi/v1/asset/assetDividend', '/sapi/v1/convert/tradeFlow'];
  const DAY = 86_400_000;
  const isMovement = ({ path }: DoubleCall) => PATHS.includes(path);

  beforeEach(() => {
    for (const path of PATHS) double.missing.delete(path);
    const now = Date.now();
    Object.assign(double.accounts[0]!, {
      transfers: Array.from({ length: 140 }, (_, n) => ({
        asset: 'UUU',
        amount: '1.25',
        type: n % 2 ? 'MAIN_UMFUTURE' : 'UMFUTURE_MAIN',
        status: 'CONFIRMED',
        tranId: 9_100_000_000_000_000_000n + BigInt(n),
        timestamp: now - (n + 2) * DAY,
      })),
      dividends: Array.from({ length: 60 }, (_, n) => ({
        id: n,
        asset: 'FFF',
        amount: '0.1',
        divTime: now - n * 30 * DAY - 5000,
        direction: 1,
      })),
      conversions: Array.from({ length: 40 }, (_, n) => ({
        orderId: 940_000_000_000_000_000n + BigInt(n),
        orderStatus: 'SUCCESS',
        fromAsset: 'UUU',
        fromAmount: '3',
        toAsset: 'BBB',
        toAmount: '4',
        createTime: now - n * 20 * DAY - 5000,
      })),
      dust: [
        {
          operateTime: now - 50 * DAY,
          transId: 7,
          userAssetDribbletDetails: [
            { fromAsset: 'AAA', amount: '0.1', transferedAmount: '0.2', serviceChargeAmount: '0.01', targetAsset: 'FFF' },
          ],
        },
      ],
    });
  });
  afterEach(() => void PATHS.forEach((path) => double.missing.add(path)));

  const stored = () =>
    worker.rows<{ kind: string; n: number; ids: number; amounts: string }>(
      `select kind, count(*)::int as n, count(distinct id)::int as ids, sum(coalesce(from_amount, 0) + coalesce(to_amount, 0))::text as
        amounts
       from wallet_movements where account_id = ? group by kind order by kind`,
      [accountId],
    );
  const everything = [
    { kind: 'convert', n: 40, ids: 40, amounts: '280' },
    { kind: 'dividend', n: 60, ids: 60, amounts: '6.0' },
    { kind: 'dust', n: 1, ids: 1, amounts: '0.3' },
    { kind: 'transfer', n: 140, ids: 140, amounts: '350.00' },
  ];

  it('of a worker that is killed at any request of them are whole after the next one, none twice', async () => {
    let runId = await worker.request(userId);
    for (const death of [3, 9, 15, 30]) {
      let asked = 0;
      const report = await mortal.live(runId, (call) => isMovement(call) && ++asked === death);
      if (report !== null) runId = await worker.request(userId, 'demand');
    }
    await mortal.live(runId, () => false);
    await worker.syncUntilSettled(userId, 'demand');
    expect(await stored()).toEqual(everything);
    const cursors = await worker.rows<{ dataset: string; state: string; row_count: number }>(
      `select dataset, state, row_count from sync_cursors where account_id = ? and dataset like 'movements%' order by dataset`,
      [accountId],
    );
    expect(cursors).toEqual([
      { dataset: 'movements_convert', state: 'complete', row_count: 40 },
      { dataset: 'movements_dividend', state: 'complete', row_count: 60 },
      { dataset: 'movements_dust', state: 'complete', row_count: 1 },
      { dataset: 'movements_transfer', state: 'complete', row_count: 140 },
    ]);
  }, 600_000);

  it('of two workers that both believe to be alone are stored once', async () => {
    const second = await worker.another({ unlimited: true });
    for (const each of [worker, second])
      each.get(AccountLocksService).tryLock = () =>
        Promise.resolve({ signal: new AbortController().signal, release: () => Promise.resolve() });
    try {
      const runId = await worker.request(userId);
      await Promise.all([worker.run(runId), second.run(runId)]);
      await worker.syncUntilSettled(userId, 'demand');
      expect(await stored()).toEqual(everything);
    } finally {
      await second.stop();
    }
  });
});

describe('work that is interrupted', () => {
  it('between two pages goes on behind the last one', async () => {
    const runId = await worker.request(userId);
    const stop = new AbortController();
    let pages = 0;
    double.instead = ({ path, params }) => {
      if (path === '/api/v3/myTrades' && params.get('symbol') === 'AAAUUU' && ++pages === 2)
        stop.abort(new Error('the worker is told to stop'));
      return null;
    };
    expect(await worker.run(runId, { last: true, signal: stop.signal })).toEqual({
      outcome: 'reschedule',
      afterMs: expect.any(Number),
      spent: expect.any(Number),
    });
    expect((await worker.record(runId)).state).toBe('queued');
    const before = double.calls.length;
    expect(await worker.run(runId)).toEqual({ outcome: 'done' });
    const asked = double.calls.slice(before).filter(({ path, params }) => path === '/api/v3/myTrades' && params.get('symbol') === 'AAAUUU');
    expect(asked[0]!.params.get('fromId')).not.toBe('0');
    expect(asked).toHaveLength(2);
    await worker.syncUntilSettled(userId, 'demand');
    expect(await counts()).toEqual(whole);
    await expectCountsKept();
  });

  it('by a failing page keeps the cursor where the stored rows end', async () => {
    double.instead = ({ path, params }) =>
      path === '/api/v3/myTrades' && params.get('symbol') === 'AAAUUU' && params.get('fromId') !== '0'
        ? { status: 502, body: '<html>' }
        : null;
    const runId = await worker.request(userId);
    await expect(worker.run(runId, { last: false })).rejects.toThrow('out of reach');
    const [stored] = await worker.rows<{ n: number; last: string }>(
      `select count(*)::int as n, max(trade_id)::text as last from spot_trades where account_id = ? and symbol = 'AAAUUU'`,
      [accountId],
    );
    expect(stored!.n).toBe(1000);
    expect(
      await worker.rows(
        `select state, cursor, covered::text as covered from sync_cursors where account_id = ? and symbol = 'AAAUUU' and dataset =
          'spot_trades'`,
        [accountId],
      ),
    ).toEqual([{ state: 'partial', cursor: stored!.last, covered: '{}' }]);
  });

  it('in the history of deposits goes on with the windows that are left', async () => {
    const asked = (calls: readonly DoubleCall[]) => calls.filter(({ path }) => path === '/sapi/v1/capital/deposit/hisrec');
    double.instead = ({ path, params }) =>
      path === '/sapi/v1/capital/deposit/hisrec' && Number(params.get('endTime')) < Date.UTC(2025, 0, 1) ? { reset: true } : null;
    const runId = await worker.request(userId);
    await expect(worker.run(runId, { last: false })).rejects.toThrow();
    const read = asked(double.calls).filter(({ params }) => Number(params.get('endTime')) >= Date.UTC(2025, 0, 1));
    const before = double.calls.length;
    double.instead = () => null;
    expect(await worker.run(runId)).toEqual({ outcome: 'done' });
    const windows = new Set(read.map(({ params }) => params.get('startTime')));
    expect(asked(double.calls.slice(before)).filter(({ params }) => windows.has(params.get('startTime')))).toEqual([]);
    await worker.syncUntilSettled(userId, 'demand');
    expect((await counts())['deposits']).toBe(3);
  });
});

describe('two workers', () => {
  it('never work on one account at a time', async () => {
    const second = await worker.another({ unlimited: true });
    try {
      const runId = await worker.request(userId);
      // The exchange answers nobody until two of the three have found the account taken.
      let away = 0;
      let letGo = (): void => undefined;
      const alone = new Promise<void>((resolve) => (letGo = resolve));
      double.instead = async () => {
        await alone;
        return null;
      };
      const results = await Promise.all(
        [worker.run(runId), second.run(runId), worker.run(runId)].map(async (run) => {
          const result = await run;
          if (++away === 2) letGo();
          return result;
        }),
      );
      expect(results.map(({ outcome }) => outcome).sort()).toEqual(['done', 'locked', 'locked']);
      await worker.syncUntilSettled(userId, 'demand');
      expect(await counts()).toEqual(whole);
    } finally {
      await second.stop();
    }
  });

  it('that both believe to be alone still store each row once', async () => {
    const second = await worker.another({ unlimited: true });
    for (const each of [worker, second])
      each.get(AccountLocksService).tryLock = () =>
        Promise.resolve({ signal: new AbortController().signal, release: () => Promise.resolve() });
    try {
      const runId = await worker.request(userId);
      await Promise.all([worker.run(runId), second.run(runId)]);
      await worker.syncUntilSettled(userId, 'demand');
      expect(await counts()).toEqual(whole);
      await expectCountsKept();
    } finally {
      await second.stop();
    }
  });

  it('work on two accounts side by side', async () => {
    const others = await Promise.all(
      [1, 2, 3].map(async (n) => {
        const key = { apiKey: `another-servers-key-${n + 1}`, secretKey: KEY.secretKey };
        double.accounts.push({ ...otherAccount(), ...key });
        return worker.member(key);
      }),
    );
    const runs = await Promise.all([userId, ...others.map((member) => member.userId)].map((id) => worker.sync(id)));
    double.accounts.splice(1);
    expect(runs.map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
    const rows = await worker.rows<{ n: number }>('select count(*)::int as n from spot_trades group by account_id');
    expect(rows.map(({ n }) => n)).toEqual([SPOT_ROWS, SPOT_ROWS, SPOT_ROWS, SPOT_ROWS]);
  });
});
