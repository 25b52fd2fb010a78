import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExchangeWorker } from '../exchange-worker.js';
import { OwnSandbox, sandboxKey } from '../own-sandbox.js';
import { FaultStand } from './fault-stand.js';

// Fault F17 of exchange.md section 6.6: many members on one address. A minute's limits in three seconds, by the exchange's own word.

const MEMBERS = 14;
let stand: FaultStand;
let other: ExchangeWorker;

beforeAll(async () => {
  const sandbox = await OwnSandbox.start();
  await sandbox.control('POST', 'limits', { windowSeconds: 3, api: 2000, fapi: 800 });
  stand = new FaultStand(sandbox, await ExchangeWorker.start(sandbox.url));
  other = await stand.worker.another();
});
afterAll(async () => {
  await other.stop();
  await stand.worker.stop();
  await stand.sandbox.stop();
});

describe('F17: many members and one limit', () => {
  it('is never passed by two workers together, and everybody is read to the end', async () => {
    const people = [];
    for (let n = 1; n <= MEMBERS; n++)
      people.push({ name: `small-${n}`, ...(await stand.worker.member(sandboxKey('small', 'read-only', n))) });
    await stand.clearLog();
    const driven = await Promise.all(people.map(({ userId }, i) => stand.drive(userId, 'approval', i % 2 === 0 ? stand.worker : other)));
    expect(driven.map(({ run, attempts }) => ({ state: run.state, attempts }))).toEqual(people.map(() => ({ state: 'done', attempts: 0 })));
    const { statuses, members } = await stand.sandbox.control<{
      statuses: Record<string, number>;
      members: Record<string, Record<string, { weight: number }>>;
    }>('GET', 'totals');
    expect(Object.keys(statuses)).toEqual(['200']);
    // What one costs the others cost, but for a page that is asked again where a turn ended: nobody was read at their expense.
    const weights = people.map(({ name }) => members[name]!['api']!.weight);
    expect(Math.max(...weights)).toBeLessThanOrEqual(Math.min(...weights) * 1.2);
    for (const { accountId, name } of people) {
      const { spotTrades } = await stand.sandbox.truth(name);
      expect((await stand.stored(accountId)).spotTrades.length).toBe(spotTrades.length);
    }
  }, 480_000);
});
