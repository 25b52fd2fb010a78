import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AccountSync, NoExchangeKey } from '../../../src/trading/exchange-accounts/index.js';
import type { ExchangeDouble } from './exchange-double.js';
import { ExchangeWorker } from './exchange-worker.js';
import { KEY, otherAccount, startOtherVenue } from './other-venue.js';

let double: ExchangeDouble;
let worker: ExchangeWorker;

beforeAll(async () => {
  double = await startOtherVenue();
});
afterAll(async () => double.stop());

beforeEach(async () => {
  double.instead = () => null;
  double.calls.length = 0;
  double.accounts.splice(0, double.accounts.length, otherAccount());
  worker = await ExchangeWorker.start(double.url, { unlimited: true });
});
afterEach(async () => worker.stop());
describe('asking for a sync', () => {
  it('of a member without a key is refused, and no matter at approval', async () => {
    const userId = await worker.person();
    await expect(worker.request(userId, 'demand')).rejects.toThrow(NoExchangeKey);
    expect(await worker.em().transactional((tx) => worker.get(AccountSync).request(tx, userId, 'approval'))).toBeNull();
  });

  it('twice answers the one run that is open', async () => {
    const { userId } = await worker.member(KEY);
    const first = await worker.request(userId);
    expect(await worker.request(userId, 'demand')).toBe(first);
    expect(await worker.rows('select id from sync_runs')).toHaveLength(1);
    expect(await worker.rows(`select id from outbox where kind = 'exchange.start-sync'`)).toHaveLength(1);
  });

  it('at the same moment makes one run', async () => {
    const { userId } = await worker.member(KEY);
    const runs = await Promise.all(Array.from({ length: 8 }, () => worker.request(userId)));
    expect(new Set(runs).size).toBe(1);
  });

  it('in a transaction that does not commit leaves nothing', async () => {
    const { userId, accountId } = await worker.member(KEY);
    await expect(
      worker.em().transactional(async (tx) => {
        await worker.get(AccountSync).request(tx, userId, 'approval');
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(await worker.rows('select id from sync_runs')).toEqual([]);
    expect(await worker.rows('select id from outbox')).toEqual([]);
    expect(await worker.accountRow(accountId)).toMatchObject({ sync_enabled: false });
  });

  it('of a run that is over, or of none, does nothing', async () => {
    const { userId } = await worker.member(KEY);
    const runId = await worker.request(userId);
    await worker.run(runId);
    const before = double.calls.length;
    expect(await worker.run(runId)).toEqual({ outcome: 'done' });
    expect(await worker.run('00000000-0000-7000-8000-000000000000')).toEqual({ outcome: 'done' });
    expect(double.calls.length).toBe(before);
  });
});
