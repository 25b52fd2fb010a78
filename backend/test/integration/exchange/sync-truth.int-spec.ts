import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExchangeWorker, type RunRecord } from './exchange-worker.js';
import { OwnSandbox, sandboxKey } from './own-sandbox.js';
import { NOW } from './faults/fault-stand.js';
import { storedMovements, trueMovements } from './stored-movements.js';
import { storedRows, trueRows } from './stored-rows.js';

let sandbox: OwnSandbox;
let worker: ExchangeWorker;

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
  // Prices, and with them wallets and positions, move each second: the truth is asked for at the moment that was read.
  await sandbox.control('POST', 'clock', { freeze: NOW });
  worker = await ExchangeWorker.start(sandbox.url, { unlimited: true });
});

afterAll(async () => {
  await worker.stop();
  await sandbox.stop();
});

/** Limits far away, the clock standing still: these tests are about rows. */
async function fresh(): Promise<void> {
  await sandbox.control('POST', 'reset');
  await sandbox.control('POST', 'clock', { freeze: NOW });
  await sandbox.control('POST', 'limits', {
    api: 1_000_000,
    fapi: 1_000_000,
    'sapi-ip': 1_000_000,
    'sapi-uid': 100_000_000,
    'sapi-uid-second': 100_000_000,
  });
}

async function expectTruth(accountId: string, member: string): Promise<void> {
  const stored = await storedRows(worker, accountId);
  for (const [dataset, rows] of Object.entries(trueRows(await sandbox.truth(member)))) {
    expect({ [dataset]: stored[dataset as keyof typeof stored] }).toEqual({ [dataset]: rows });
  }
}

describe('a first sync', () => {
  const profiles = ['small', 'typical', 'futures-only', 'dust', 'quiet', 'empty', 'gone-symbol'];
  const read = new Map<string, { accountId: string; run: RunRecord }>();

  beforeAll(async () => {
    await fresh();
    const readOne = async (profile: string, kind?: string, n?: number) => {
      const { userId, accountId } = await worker.member(sandboxKey(profile, kind, n));
      read.set(`${profile}-${n ?? 1}`, { accountId, run: await worker.sync(userId) });
    };
    await Promise.all([...profiles.map((profile) => readOne(profile)), readOne('typical', 'read-only-no-futures', 2)]);
  }, 300_000);

  it.each(profiles)('stores what the account of a %s member holds and did, row for row', async (profile) => {
    const { accountId, run } = read.get(`${profile}-1`)!;
    expect({ state: run.state, warnings: run.warnings, error: run.error }).toEqual({ state: 'done', warnings: [], error: null });
    await expectTruth(accountId, `${profile}-1`);
    const truth = await sandbox.truth(`${profile}-1`);
    expect(run.rows['spot_trades'] ?? 0).toBe(truth.spotTrades.length);
    expect(run.rows['deposits'] ?? 0).toBe(truth.deposits.length);
  });

  it('keeps counts of what it stored, which lists show as their totals', async () => {
    const { accountId } = read.get('typical-1')!;
    const [counted] = await worker.rows<{ kept: string; real: string }>(
      `select (select sum(row_count) from sync_cursors where account_id = ? and dataset = 'spot_trades')::text as kept, (select count(*)
        from spot_trades where account_id = ?)::text as real`,
      [accountId, accountId],
    );
    expect(counted!.kept).toBe(counted!.real);
    expect(Number(counted!.real)).toBeGreaterThan(1900);
  });

  it('reads everything but futures with a key that may not see them, and says so', async () => {
    const { accountId, run } = read.get('typical-2')!;
    expect({ state: run.state, warnings: run.warnings }).toEqual({
      state: 'done',
      warnings: ['Futures data is not available with this key'],
    });
    const stored = await storedRows(worker, accountId);
    const truth = trueRows(await sandbox.truth('typical-2'));
    expect(stored.futuresTrades).toEqual([]);
    expect({ spot: stored.spotTrades, deposits: stored.deposits }).toEqual({ spot: truth.spotTrades, deposits: truth.deposits });
  });

  it('uses no more requests than there are windows, symbols and pages', async () => {
    const { userId } = await worker.member(sandboxKey('small', 'read-only', 3));
    await sandbox.control('DELETE', 'log');
    await worker.sync(userId);
    const totals = await sandbox.control<{ requests: number }>('GET', 'totals');
    const windows = Math.ceil((NOW - Date.UTC(2017, 6, 1)) / (90 * 86_400_000));
    const listed = async (path: string) => ((await (await fetch(`${sandbox.url}${path}`)).json()) as { symbols: unknown[] }).symbols.length;
    const symbols = (await listed('/api/v3/exchangeInfo')) + (await listed('/fapi/v1/exchangeInfo'));
    // Beside these: account, wallets, prices, positions, their leverage, two kinds of orders, two lists of symbols.
    expect(totals.requests).toBeLessThanOrEqual(2 * windows + symbols + 9);
  });
});

describe('wallet movements', () => {
  it.each(['mover', 'dust', 'typical', 'futures-only'])(
    'of a %s member are stored row for row, as far back as the exchange provides them',
    async (profile) => {
      await fresh();
      const { userId, accountId } = await worker.member(sandboxKey(profile, 'read-only', 6));
      await worker.syncUntilSettled(userId);
      const stored = await storedMovements(worker, accountId);
      const truth = trueMovements(await sandbox.truth(`${profile}-6`));
      expect(stored).toEqual(truth);
      const { kept, real } = (
        await worker.rows<{ kept: number; real: number }>(
          `select (select coalesce(sum(row_count), 0)::int from sync_cursors where account_id = ? and dataset like 'movements%') as kept,
           (select count(*)::int from wallet_movements where account_id = ?) as real`,
          [accountId, accountId],
        )
      )[0]!;
      expect(kept).toBe(real);
      await worker.sync(userId, 'demand');
      expect(await storedMovements(worker, accountId)).toEqual(truth);
    },
  );
});

describe('a later sync', () => {
  it('adds nothing where nothing happened, and asks for a fraction', async () => {
    await fresh();
    const { userId, accountId } = await worker.member(sandboxKey('typical', 'read-only', 4));
    // The first reading leaves older conversions to the next runs.
    await worker.syncUntilSettled(userId);
    const before = await storedRows(worker, accountId);
    await sandbox.control('DELETE', 'log');
    const run = await worker.sync(userId, 'demand');
    const added = (table: string) => run.rows[table] ?? 0;
    expect({ state: run.state, added: ['spot_trades', 'futures_trades', 'deposits', 'withdrawals'].map(added) }).toEqual({
      state: 'done',
      added: [0, 0, 0, 0],
    });
    expect(await storedRows(worker, accountId)).toEqual(before);
    expect((await sandbox.control<{ requests: number }>('GET', 'totals')).requests).toBeLessThan(25);
  });

  it('follows the account as it lives on: new fills, late fills, rows that change', async () => {
    await fresh();
    const { userId, accountId } = await worker.member(sandboxKey('typical', 'read-only', 5));
    await worker.sync(userId);
    const before = await storedRows(worker, accountId);
    const later = async (minutes: number) => {
      await sandbox.control('POST', 'clock', { advanceMs: minutes * 60_000 });
      expect((await worker.sync(userId, 'demand')).state).toBe('done');
    };
    for (const minutes of [7, 11, 4 * 60, 26 * 60]) await later(minutes);
    // A member of this kind withdraws every fourth day.
    for (let day = 0; day < 8 && trueRows(await sandbox.truth('typical-5')).withdrawals.length === before.withdrawals.length; day += 1)
      await later(24 * 60);
    await later(5);
    const { futuresTrades, ...stored } = await storedRows(worker, accountId);
    const { futuresTrades: shown, ...truth } = trueRows(await sandbox.truth('typical-5'));
    expect(stored).toEqual(truth);
    // The exchange forgets futures fills after six months; we do not.
    const forgotten = futuresTrades.filter((row) => !shown.includes(row));
    expect(before.futuresTrades).toEqual(expect.arrayContaining(forgotten));
    expect(futuresTrades.length).toBe(shown.length + forgotten.length);
    expect(stored.spotTrades.length).toBeGreaterThan(before.spotTrades.length);
    expect(stored.withdrawals).not.toEqual(before.withdrawals);
  });

  it('finds fills that show up minutes after later ones', async () => {
    await fresh();
    const { userId, accountId } = await worker.member(sandboxKey('new-news'));
    await worker.sync(userId);
    for (let i = 0; i < 12; i++) {
      await sandbox.control('POST', 'clock', { advanceMs: 150_000 });
      await worker.sync(userId, 'demand');
    }
    await expectTruth(accountId, 'new-news-1');
  }, 300_000);
});
