import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { calmAccount } from './calm-account.js';
import type { ExchangeDouble } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { KEY, startOtherVenue } from './other-venue.js';

const OTHER = { apiKey: 'another-servers-key-2', secretKey: KEY.secretKey };

let double: ExchangeDouble;
let worker: ExchangeWorker;

beforeAll(async () => {
  double = await startOtherVenue();
  double.missing.clear();
  // More symbols than one turn may ask for.
  double.symbols = Array.from({ length: 140 }, (_, i) => ({
    symbol: `Q${i}UUU`,
    baseAsset: `Q${i}`,
    quoteAsset: 'UUU',
    status: 'TRADING',
  }));
});
afterAll(async () => double.stop());

beforeEach(async () => {
  double.accounts.splice(0, Infinity, calmAccount(), { ...calmAccount(), ...OTHER, account: { ...calmAccount().account, uid: 77_002 } });
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
});
afterEach(async () => worker.stop());

describe('a long first reading', () => {
  it('gives way when others wait, and goes on where it stood: no question is asked twice', async () => {
    const [one, two] = [await worker.member(KEY), await worker.member(OTHER)];
    const [first, second] = [await worker.request(one.userId), await worker.request(two.userId)];
    double.calls.length = 0;
    expect(await worker.run(first)).toEqual({ outcome: 'reschedule', afterMs: 0, spent: expect.any(Number) });
    expect(await worker.record(first)).toMatchObject({ state: 'queued', error: null });
    const [{ read }] = (await worker.rows<{ read: number }>('select count(*)::int as read from sync_cursors where account_id = ?', [
      one.accountId,
    ])) as [{ read: number }];
    expect(read).toBeGreaterThan(40);
    expect(await worker.run(second)).toEqual({ outcome: 'reschedule', afterMs: 0, spent: expect.any(Number) });
    // A turn ends after its share, or after its time on a machine that is busy.
    for (const run of [first, second]) {
      let ended = await worker.run(run);
      while (ended.outcome === 'reschedule') ended = await worker.run(run);
      expect(ended).toEqual({ outcome: 'done' });
    }
    expect((await Promise.all([first, second].map((run) => worker.record(run)))).map(({ state }) => state)).toEqual(['done', 'done']);
    for (const path of ['/api/v3/account', '/fapi/v3/account', '/fapi/v3/positionRisk', '/sapi/v1/asset/wallet/balance'])
      expect({ path, calls: double.callsOf(path).length }).toEqual({ path, calls: 2 });
    const asked = double.callsOf('/api/v3/myTrades').map(({ params }) => params.get('symbol'));
    expect(asked).toHaveLength(2 * double.symbols.length);
    expect(new Set(asked).size).toBe(double.symbols.length);
    const windows = double.callsOf('/sapi/v1/capital/deposit/hisrec');
    expect(new Set(windows.map(({ params }) => params.get('startTime'))).size).toBeGreaterThanOrEqual(windows.length / 2);
  });

  it('does not stop while nobody waits', async () => {
    const { userId } = await worker.member(KEY);
    expect(await worker.run(await worker.request(userId))).toEqual({ outcome: 'done' });
  });

  it('tells how far it is', async () => {
    const { userId } = await worker.member(KEY);
    const runId = await worker.request(userId);
    await worker.run(runId);
    const [{ progress }] = (await worker.rows<{ progress: Record<string, { done: number; of: number }> }>(
      'select progress from sync_runs where id = ?',
      [runId],
    )) as [{ progress: Record<string, { done: number; of: number }> }];
    expect(progress['spot_trades']).toEqual({ done: 140, of: 140 });
    expect(progress['futures_trades']).toEqual({ done: 3, of: 3 });
    expect(progress['deposits']!.done).toBe(progress['deposits']!.of);
  });
});

describe('a run that is ended while it is under way', () => {
  it('stores nothing after that and does not claim to be done', async () => {
    const { userId, accountId } = await worker.member(KEY);
    const runId = await worker.request(userId);
    let asked = 0;
    double.instead = async ({ path }) => {
      if (path === '/api/v3/myTrades' && ++asked === 20)
        await worker.rows(`update sync_runs set state = 'failed', error = 'the key may do more than read' where id = ?`, [runId]);
      return null;
    };
    expect(await worker.run(runId)).toEqual({ outcome: 'failed' });
    double.instead = () => null;
    expect(await worker.record(runId)).toMatchObject({ state: 'failed', error: 'the key may do more than read' });
    expect(await worker.rows('select last_synced_at from exchange_accounts where id = ?', [accountId])).toEqual([{ last_synced_at: null }]);
  });
});
