import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Decimal } from '../../../src/platform/domain/index.js';
import { OwnSandbox, sandboxKey } from '../exchange/own-sandbox.js';
import { PortfolioWorker } from './portfolio-worker.js';

let sandbox: OwnSandbox;
let worker: PortfolioWorker;
/** The exchange's clock jumps between tests: what a process remembers of its prices would be of another day. */
let reader: PortfolioWorker;

beforeEach(async () => {
  reader = await worker.another();
});

afterEach(() => reader.stop());

beforeAll(async () => {
  sandbox = await OwnSandbox.start();
  await sandbox.control('POST', 'clock', { freeze: Date.UTC(2026, 10, 21, 15, 7, 13) });
  await sandbox.control('POST', 'limits', {
    api: 1_000_000,
    fapi: 1_000_000,
    'sapi-ip': 1_000_000,
    'sapi-uid': 100_000_000,
    'sapi-uid-second': 100_000_000,
  });
  worker = await PortfolioWorker.start(sandbox.url);
});

afterAll(async () => {
  await worker.stop();
  await sandbox.stop();
});

/**
 * The exchange values its wallets and tells its prices at two moments, and rounds both: that explains a hundred-thousandth of the account,
 * and usually far less. Where there is nothing to value the figure is exact.
 */
const TOLERANCE = 1e-5;

async function theirs(accountId: string): Promise<Decimal> {
  const [row] = await worker.rows<{ sum: string }>('select sum(balance)::text as sum from wallet_balances where account_id = ?', [
    accountId,
  ]);
  return new Decimal(row!.sum);
}

describe('equity today', () => {
  it.each(['small', 'typical', 'futures-only'])(
    'is what the exchange itself says, at once and a day later: %s',
    async (profile) => {
      const { userId, accountId } = await reader.member(sandboxKey(profile));
      await reader.sync(userId, accountId);
      expect(await reader.compute(accountId)).toBe('done');
      const first = await worker.state(accountId);
      expect(first.reported).toBe((await theirs(accountId)).toFixed());
      expect(Math.abs(Number(first.equity) / Number(first.reported) - 1)).toBeLessThan(TOLERANCE);
      expect(first.unexplained).toEqual([]);
      const before = await worker.days(accountId);
      expect(before.filter(({ equity, flags }) => equity === null && !flags.includes('incomplete'))).toEqual([]);
      expect(before.at(-1)!.flags).toEqual(['partial']);

      await sandbox.control('POST', 'clock', { advanceMs: 86_400_000 });
      const next = await worker.another();
      try {
        await next.sync(userId, accountId);
        expect(await next.compute(accountId)).toBe('done');
      } finally {
        await next.stop();
      }
      const second = await worker.state(accountId);
      expect(second.read_at! > first.read_at!).toBe(true);
      expect(second.reported).toBe((await theirs(accountId)).toFixed());
      expect(Math.abs(Number(second.equity) / Number(second.reported) - 1)).toBeLessThan(TOLERANCE);
      const after = await worker.days(accountId);
      expect(after).toHaveLength(before.length + 1);
      // The day of the first reading has ended since: all before it are as they were.
      if (profile === 'small') expect(after.slice(0, -2)).toEqual(before.slice(0, -1));
    },
    480_000,
  );

  it('is exact where there is nothing to value', async () => {
    const { userId, accountId } = await reader.member(sandboxKey('empty'));
    await reader.sync(userId, accountId);
    await reader.compute(accountId);
    expect(await worker.state(accountId)).toMatchObject({ equity: '0', reported: '0', unexplained: [] });
  }, 180_000);

  it('is each account’s own where a key of another account takes the place of the first', async () => {
    const { userId, accountId } = await reader.member(sandboxKey('small', 'read-only', 2));
    await reader.sync(userId, accountId);
    await reader.compute(accountId);
    const before = await worker.days(accountId);
    const other = await reader.attach(userId, sandboxKey('quiet'));
    expect(other).not.toBe(accountId);
    await reader.sync(userId, other);
    await reader.compute(other);
    const { equity, reported } = await worker.state(other);
    expect(Math.abs(Number(equity) / Number(reported) - 1)).toBeLessThan(TOLERANCE);
    expect(await worker.days(accountId)).toEqual(before);
  }, 180_000);
});
