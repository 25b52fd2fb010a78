import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RateLimited } from '../port/index.js';
import { ProcessWeightBudget } from './process-weight-budget.js';
import { WHOLE_ADDRESS, type BudgetScope, type Spending } from './weight-budget.js';

const api: BudgetScope = { name: 'api', limit: 6000, windowMs: 60_000 };
const fapi: BudgetScope = { name: 'fapi', limit: 2400, windowMs: 60_000 };

function at(start: number) {
  let now = start;
  const budget = new ProcessWeightBudget(() => now);
  /** Whether it goes out now. */
  const tryTake = async (spending: Partial<Spending>) => {
    try {
      await budget.take({ scope: api, weight: 20, lane: 'interactive', maxWaitMs: 0, ...spending });
      return true;
    } catch (error) {
      if (error instanceof RateLimited) return false;
      throw error;
    }
  };
  return { budget, tryTake, to: (ms: number) => void (now = start + ms) };
}

describe('the budget of one process', () => {
  it('gives nine tenths of the limit in a window and the same again in the next', async () => {
    const { tryTake, to } = at(0);
    let taken = 0;
    while (await tryTake({})) taken += 20;
    expect(taken).toBe(5400);
    to(59_999);
    expect(await tryTake({})).toBe(false);
    to(60_000);
    expect(await tryTake({})).toBe(true);
  });

  it('gives the backfill lane two fifths of the limit and leaves the rest to those who wait', async () => {
    const { tryTake } = at(0);
    let backfill = 0;
    while (await tryTake({ lane: 'backfill' })) backfill += 20;
    expect(backfill).toBe(2400);
    let interactive = 0;
    while (await tryTake({})) interactive += 20;
    expect(interactive).toBe(3000);
  });

  it('keeps the last of a window for those who wait with a form in their hands', async () => {
    const { tryTake } = at(0);
    while (await tryTake({}));
    let urgent = 0;
    while (await tryTake({ lane: 'urgent' })) urgent += 20;
    expect(urgent).toBe(300);
  });

  it('believes the venue where the venue counts more, never where it counts less', async () => {
    const { budget, tryTake } = at(0);
    budget.observed(api, 5390);
    expect(await tryTake({})).toBe(false);
    budget.observed(api, 0);
    expect(await tryTake({})).toBe(false);
    expect(await tryTake({ weight: 10 })).toBe(true);
  });

  it('sends nothing of a closed scope until its time is over, and leaves other scopes alone', async () => {
    const { budget, tryTake, to } = at(0);
    budget.close('api', 7000);
    expect(await tryTake({})).toBe(false);
    expect(await tryTake({ scope: fapi })).toBe(true);
    to(6999);
    expect(await tryTake({})).toBe(false);
    to(7001);
    expect(await tryTake({})).toBe(true);
  });

  it('sends nothing at all while the whole address is closed', async () => {
    const { budget, tryTake, to } = at(0);
    budget.close(WHOLE_ADDRESS, 120_000);
    to(119_000);
    expect(await tryTake({})).toBe(false);
    expect(await tryTake({ scope: fapi })).toBe(false);
    to(120_001);
    expect(await tryTake({})).toBe(true);
  });

  it('does not let a shorter closing end a longer one', async () => {
    const { budget, tryTake, to } = at(0);
    budget.close('api', 60_000);
    budget.close('api', 1000);
    to(30_000);
    expect(await tryTake({})).toBe(false);
  });

  it('tells how long the wait would be', async () => {
    const { budget } = at(0);
    budget.close('api', 5000);
    await expect(budget.take({ scope: api, weight: 1, lane: 'interactive', maxWaitMs: 100 })).rejects.toMatchObject({ scope: 'api', retryAfterMs: expect.any(Number) });
  });

  it('spends a limit by the second evenly, so that no second of the venue sees more, wherever it begins', async () => {
    const { tryTake, to } = at(0);
    const perSecond: BudgetScope = { name: 'withdrawals', limit: 180_000, windowMs: 1000 };
    const taken: number[] = [];
    for (let ms = 0; ms < 5000; ms++) {
      to(ms);
      if (await tryTake({ scope: perSecond, weight: 18_000 })) taken.push(ms);
    }
    const inAnySecond = Math.max(...taken.map((start) => taken.filter((ms) => ms >= start && ms < start + 1000).length));
    expect(inAnySecond).toBe(9);
    expect(taken.length).toBeGreaterThanOrEqual(42);
  });

  it('waits its turn where the wait is short enough', async () => {
    const budget = new ProcessWeightBudget();
    budget.close('api', 30);
    const before = Date.now();
    await budget.take({ scope: api, weight: 1, lane: 'interactive', maxWaitMs: 5000 });
    expect(Date.now() - before).toBeGreaterThanOrEqual(29);
  });

  it('stops waiting when the work is called off', async () => {
    const budget = new ProcessWeightBudget();
    budget.close('api', 60_000);
    const calledOff = new AbortController();
    const waiting = budget.take({ scope: api, weight: 1, lane: 'interactive', maxWaitMs: 120_000, signal: calledOff.signal });
    calledOff.abort(new Error('called off'));
    await expect(waiting).rejects.toThrow();
  });

  it('never exceeds the share in any window, whatever is asked', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ after: fc.nat({ max: 20_000 }), weight: fc.integer({ min: 1, max: 200 }), backfill: fc.boolean() }), { maxLength: 200 }),
        async (calls) => {
          const { tryTake, to } = at(0);
          const used = new Map<number, number>();
          let now = 0;
          for (const { after, weight, backfill } of calls) {
            now += after;
            to(now);
            if (await tryTake({ scope: { ...api, limit: 1000 }, weight, lane: backfill ? 'backfill' : 'interactive' })) {
              const window = Math.floor(now / 60_000);
              used.set(window, (used.get(window) ?? 0) + weight);
            }
          }
          for (const sum of used.values()) expect(sum).toBeLessThanOrEqual(900);
        },
      ),
    );
  });
});
