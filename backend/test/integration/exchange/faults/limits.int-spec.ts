import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { ExchangeWorker } from '../exchange-worker.js';
import { OwnSandbox, sandboxKey } from '../own-sandbox.js';
import { FaultStand, NOW, type Call } from './fault-stand.js';

// Faults F1 to F4 of exchange.md section 6.6: limits, bans and clocks, with the real budget, shared by two workers.

let stand: FaultStand;
let other: ExchangeWorker;
let n = 300;

beforeAll(async () => {
  const sandbox = await OwnSandbox.start();
  await sandbox.control('POST', 'clock', { freeze: NOW });
  stand = new FaultStand(sandbox, await ExchangeWorker.start(sandbox.url));
  other = await stand.worker.another();
});
afterAll(async () => {
  await other.stop();
  await stand.worker.stop();
  await stand.sandbox.stop();
});
// A window of a second: what takes the exchange minutes takes seconds here, by its own word in exchangeInfo.
beforeEach(async () => {
  await stand.calm();
  await stand.sandbox.control('POST', 'limits', { windowSeconds: 1, api: 2000, fapi: 2000 });
});

async function member(profile = 'small') {
  const name = `${profile}-${++n}`;
  return { name, ...(await stand.worker.member(sandboxKey(profile, 'read-only', n))) };
}

const scopeOf = (path: string) => (call: Call) => call.name.includes(path);
/**
 * A few calls a worker are under way when a refusal comes, or let go before it is known to all, however long that takes; whoever does not
 * obey makes dozens.
 */
const UNDER_WAY = 16;
/** What the exchange got between the refusal and the end of the wait it asked for. */
function expectSilence(calls: Call[], refusal: Call, until: number): void {
  const meanwhile = calls.filter((call) => call.seq > refusal.seq && call.at < until);
  expect(meanwhile.length).toBeLessThanOrEqual(UNDER_WAY);
  expect(meanwhile.filter((call) => call.at > (refusal.at + until) / 2)).toEqual([]);
}

describe('F1: 429 with Retry-After', () => {
  it('is obeyed by every worker, uses no attempt, and the rows are the truth', async () => {
    const [one, two] = [await member('typical'), await member('typical')];
    await stand.clearLog();
    await stand.arm({ path: '/api/v3/myTrades', skip: 5, times: 1, do: { status: 429, code: -1003, retryAfter: 7 } });
    const [first, second] = await Promise.all([stand.drive(one.userId), stand.drive(two.userId, 'approval', other)]);
    expect([first, second].map(({ run, attempts }) => ({ state: run.state, attempts }))).toEqual([
      { state: 'done', attempts: 0 },
      { state: 'done', attempts: 0 },
    ]);
    const calls = await stand.log();
    const refusals = calls.filter(({ status }) => status === 429);
    expect(refusals.length).toBe(1);
    const asked = calls.filter(scopeOf('/api/'));
    expectSilence(asked, refusals[0]!, refusals[0]!.at + 7000);
    expect(asked.length).toBeGreaterThan(4 * UNDER_WAY);
    // The other counters are the exchange's other counters.
    expect(new Set(calls.map(({ member: name }) => name)).size).toBeGreaterThan(1);
    await stand.expectTruth(one.accountId, one.name);
    await stand.expectTruth(two.accountId, two.name);
  }, 180_000);
});

describe('F2: 429 with Retry-After 0', () => {
  it('means the next window, not a hot loop', async () => {
    const { userId, accountId, name } = await member('typical');
    await stand.clearLog();
    await stand.arm({ path: '/api/v3/myTrades', skip: 5, times: 2, do: { status: 429, code: -1003, retryAfter: 0 } });
    const { run, attempts } = await stand.drive(userId);
    expect({ state: run.state, attempts }).toEqual({ state: 'done', attempts: 0 });
    const calls = await stand.log();
    const refused = calls.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThanOrEqual(1);
    expect(refused.length).toBeLessThanOrEqual(2);
    await stand.expectTruth(accountId, name);
  }, 300_000);
});

describe('F3: a ban of our address', () => {
  it('silences api and fapi on every worker until it ends, and is shown', async () => {
    const [one, two] = [await member('typical'), await member('typical')];
    await stand.clearLog();
    const BAN = 10_000;
    const { server } = await stand.sandbox.control<{ server: number }>('GET', 'clock');
    await stand.sandbox.control('POST', 'ban', { ms: BAN });
    const [first, second] = await Promise.all([stand.drive(one.userId), stand.drive(two.userId, 'approval', other)]);
    expect([first.run.state, second.run.state]).toEqual(['done', 'done']);
    expect([first.attempts, second.attempts]).toEqual([0, 0]);
    const calls = await stand.log();
    const banned = calls.filter(({ status }) => status === 418);
    expect(banned.length).toBeGreaterThanOrEqual(1);
    const hard = calls.filter((call) => call.name.includes('/api/') || call.name.includes('/fapi/'));
    expectSilence(hard, banned[0]!, server + BAN);
    await stand.expectTruth(one.accountId, one.name);
    await stand.expectTruth(two.accountId, two.name);
  }, 180_000);
});

describe('F4: clocks that differ', () => {
  it.each([3000, -3000, 20_000, -20_000])(
    'by %d ms: at most one refused stamp a host, one retry, the truth',
    async (offset) => {
      const { userId, accountId, name } = await member();
      const fresh = await stand.worker.another();
      try {
        await stand.sandbox.control('POST', 'clock', { freeze: NOW + 3_600_000 });
        await stand.drive(userId, 'approval', fresh);
        // The host's clock jumps while the process runs.
        await stand.sandbox.control('POST', 'clock', {
          offsetMs: (await stand.sandbox.control<{ offsetMs: number }>('GET', 'clock')).offsetMs + offset,
        });
        await stand.clearLog();
        const { run, attempts } = await stand.drive(userId, 'demand', fresh);
        expect({ state: run.state, attempts }).toEqual({ state: 'done', attempts: 0 });
        const refused = (await stand.log()).filter(({ code }) => code === -1021);
        for (const host of ['/fapi/', '/api/'])
          expect(new Set(refused.filter(scopeOf(host)).map(({ params }) => params['timestamp'])).size).toBeLessThanOrEqual(4);
        await stand.expectTruth(accountId, name);
      } finally {
        await fresh.stop();
      }
    },
    180_000,
  );

  it('and drift: readings go on', async () => {
    const { userId, accountId, name } = await member();
    await stand.sandbox.control('POST', 'clock', { driftMsPerMinute: 100 });
    const { run } = await stand.drive(userId);
    expect(run.state).toBe('done');
    await stand.expectTruth(accountId, name);
  }, 180_000);
});
