import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { MemoryWeightStore } from '../../../../test/support/budget/memory-weight-store.js';
import { VirtualTime } from '../../../../test/support/budget/virtual-time.js';
import { RateLimited, type Lane } from '../port/index.js';
import { SharedWeightBudget } from './shared-weight-budget.js';
import { WHOLE_ADDRESS, type BudgetScope, type Spending } from './weight-budget.js';
import type { WeightStore } from './weight-store.js';

beforeAll(() => Logger.overrideLogger(false)); // some stores here are away on purpose

const MINUTE = 60_000;
const START = 1_800_000_000_000;
const api = (): BudgetScope => ({ venue: 'binance', name: 'api', limit: 6000, windowMs: MINUTE });
const fapi = (): BudgetScope => ({ ...api(), name: 'fapi', limit: 2400 });

/** Processes that share counters, on a clock of their own. */
function world(processes = 1, { start = START + 5000, seed = 1 } = {}) {
  const time = new VirtualTime(start, seed);
  const store = new MemoryWeightStore(time.now);
  let asked = 0;
  const counting: WeightStore = { ...time.over(store), take: (...terms) => (asked++, time.busy(store.take(...terms))) };
  const budgets = Array.from({ length: processes }, () => new SharedWeightBudget(counting, { time }));
  /** Whether it goes out now. */
  const tryTake = async (spending: Partial<Spending> = {}, budget = budgets[0]!) => {
    try {
      await time.run(budget.take({ scope: api(), weight: 20, lane: 'interactive', maxWaitMs: 0, aheadMs: 0, ...spending }));
      return true;
    } catch (error) {
      if (error instanceof RateLimited) return false;
      throw error;
    }
  };
  const pass = (ms: number) => time.run(time.sleep(ms));
  return { time, store, budgets, budget: budgets[0]!, tryTake, pass, asked: () => asked };
}

async function drain(tryTake: (spending: Partial<Spending>) => Promise<boolean>, spending: Partial<Spending>): Promise<number> {
  let taken = 0;
  while (await tryTake(spending)) taken += 20;
  return taken;
}

describe('the budget of an address', () => {
  it('is one for all its processes, lane by lane', async () => {
    const { tryTake, budgets } = world(2);
    const either = (lane: Lane) => async (spending: Partial<Spending>) =>
      (await tryTake({ ...spending, lane }, budgets[0])) || tryTake({ ...spending, lane }, budgets[1]);
    expect(await drain(either('backfill'), {})).toBe(5580);
    expect(await drain(either('interactive'), {})).toBe(180);
    expect(await drain(either('urgent'), {})).toBe(120);
    expect(await drain(either('urgent'), { scope: fapi() })).toBeGreaterThan(2300);
  });

  it('begins anew with the next window of the venue', async () => {
    const { tryTake, pass } = world();
    await drain(tryTake, { aheadMs: 20_000 });
    await pass(14_000);
    expect(await tryTake({ aheadMs: 20_000 })).toBe(false);
    await pass(3000);
    expect(await tryTake({ aheadMs: 20_000 })).toBe(false); // those not answered may be counted in this one
    await pass(31_000);
    expect(await tryTake({ aheadMs: 20_000 })).toBe(true);
  });

  it('asks the store once, not once for everybody who waits', async () => {
    const { budget, tryTake, asked, time } = world();
    await drain(tryTake, { lane: 'backfill' });
    const before = asked();
    const waiting = Array.from({ length: 200 }, () =>
      budget.take({ scope: api(), weight: 20, lane: 'backfill', maxWaitMs: 20_000, aheadMs: 0 }),
    );
    const refused = await time.run(Promise.allSettled(waiting));
    expect(refused.every((result) => result.status === 'rejected' && result.reason instanceof RateLimited)).toBe(true);
    expect(asked() - before).toBe(0);
  });

  it('lets those who came first go first', async () => {
    const { budget, tryTake, time } = world();
    await drain(tryTake, {});
    const order: number[] = [];
    await time.run(
      Promise.all(
        Array.from({ length: 30 }, (_, i) =>
          budget.take({ scope: api(), weight: 20, lane: 'interactive', maxWaitMs: 300_000, aheadMs: 0 }).then(() => order.push(i)),
        ),
      ),
    );
    expect(order).toEqual([...order].sort((a, b) => a - b));
    expect(order).toHaveLength(30);
  });

  it('lets a small weight pass one that does not fit any more', async () => {
    const { budget, tryTake, time } = world();
    await drain(tryTake, {});
    const big = budget.take({ scope: api(), weight: 60, lane: 'urgent', maxWaitMs: 50_000, aheadMs: 0 });
    const bigger = budget.take({ scope: api(), weight: 200, lane: 'urgent', maxWaitMs: 300_000, aheadMs: 0 });
    const small = budget.take({ scope: api(), weight: 20, lane: 'urgent', maxWaitMs: 50_000, aheadMs: 0 });
    const from = time.now();
    await time.run(Promise.all([big, small]));
    expect(time.now() - from).toBeLessThan(1000);
    await time.run(bigger);
    expect(time.now() - from).toBeGreaterThan(50_000);
  });

  it('tells how long the wait would be', async () => {
    const { budget, time, tryTake } = world();
    await drain(tryTake, {});
    const refusal = await time.run(
      budget.take({ scope: api(), weight: 20, lane: 'interactive', maxWaitMs: 1000, aheadMs: 0 }).catch((error: unknown) => error),
    );
    expect(refusal).toMatchObject({ scope: 'api', retryAfterMs: expect.any(Number) });
    expect((refusal as RateLimited).retryAfterMs).toBeGreaterThan(50_000);
    expect((refusal as RateLimited).retryAfterMs).toBeLessThan(58_000);
  });

  it('stops waiting when the work is called off, and takes nothing then', async () => {
    const { budget, tryTake, pass } = world();
    await drain(tryTake, {});
    const calledOff = new AbortController();
    const waiting = budget.take({
      scope: api(),
      weight: 20,
      lane: 'interactive',
      maxWaitMs: 300_000,
      aheadMs: 0,
      signal: calledOff.signal,
    });
    calledOff.abort(new Error('called off'));
    await expect(waiting).rejects.toThrow('called off');
    await expect(
      budget.take({ scope: api(), weight: 20, lane: 'interactive', maxWaitMs: 1, aheadMs: 0, signal: calledOff.signal }),
    ).rejects.toThrow('called off');
    await pass(95_000);
    expect(await drain(tryTake, {})).toBe(5760);
  });
});

describe('the count of the venue', () => {
  it('is believed where it is higher, never where it is lower', async () => {
    const { budget, tryTake } = world();
    const scope = api();
    expect(await tryTake({ scope })).toBe(true);
    budget.answered(scope, 20, 5745);
    expect(await tryTake()).toBe(false);
    expect(await tryTake({ weight: 10 })).toBe(true);
    const urgent = api();
    expect(await tryTake({ scope: urgent, lane: 'urgent' })).toBe(true);
    budget.answered(urgent, 20, 30);
    expect(await tryTake()).toBe(false);
  });

  it('is not taken for that of the next window when the answer comes late', async () => {
    const { budget, tryTake, pass } = world();
    const scope = api();
    await tryTake({ scope });
    await pass(58_000); // three seconds into the next window
    budget.answered(scope, 20, 5990);
    expect(await tryTake()).toBe(true);
  });

  it('is not taken for that of the next window when calls share an object of the scope and answers overtake', async () => {
    const { budget, tryTake, pass } = world();
    const shared = api();
    await tryTake({ scope: shared });
    await pass(58_000);
    await tryTake({ scope: shared });
    budget.answered(shared, 20, 5990); // of the older call
    budget.answered(shared, 20, 20);
    expect(await tryTake()).toBe(true);
  });
});

describe('a call at the end of a window', () => {
  it('counts in the next window as well where its answer came only there', async () => {
    const { budget, tryTake, pass } = world();
    await pass(45_000);
    const scope = api();
    await tryTake({ scope, weight: 500 });
    await pass(13_000);
    budget.answered(scope, 500, 40);
    expect(await drain(tryTake, {})).toBe(5260);
  });

  it('counts in the next window as well where the clocks may disagree, and once', async () => {
    const { budget, tryTake, pass } = world();
    await pass(54_500);
    const scope = api();
    await tryTake({ scope, weight: 500 });
    await pass(200);
    budget.answered(scope, 500, 500);
    await pass(3000);
    expect(await drain(tryTake, {})).toBe(5260);
  });

  it('counts in one window where it was answered in time', async () => {
    const { budget, tryTake, pass } = world();
    await pass(45_000);
    const scope = api();
    await tryTake({ scope, weight: 500 });
    await pass(1000);
    budget.answered(scope, 500, 500);
    await pass(12_000);
    expect(await drain(tryTake, {})).toBe(5760);
  });
});

describe('a closing', () => {
  it('stops its scope until its time is over, and no other', async () => {
    const { budget, tryTake, pass } = world();
    budget.close('binance', 'api', 7000);
    expect(await tryTake()).toBe(false);
    expect(await tryTake({ scope: fapi() })).toBe(true);
    expect(await tryTake({ scope: { ...api(), venue: 'bybit' } })).toBe(true);
    await pass(6999);
    expect(await tryTake()).toBe(false);
    await pass(600);
    expect(await tryTake()).toBe(true);
  });

  it('of the whole address stops every scope of the venue', async () => {
    const { budget, tryTake, pass } = world();
    budget.close('binance', WHOLE_ADDRESS, 120_000);
    await pass(119_000);
    expect(await tryTake()).toBe(false);
    expect(await tryTake({ scope: fapi(), lane: 'urgent' })).toBe(false);
    expect(await tryTake({ scope: { ...api(), venue: 'okx' } })).toBe(true);
    await pass(2000);
    expect(await tryTake()).toBe(true);
  });

  it('is not shortened by another', async () => {
    const { budget, tryTake, pass } = world();
    budget.close('binance', 'api', 60_000);
    budget.close('binance', 'api', 1000);
    await pass(30_000);
    expect(await tryTake()).toBe(false);
  });

  it.each([0, -5, Number.NaN])('of %s ms is no hot loop', async (ms) => {
    const { budget, tryTake, pass } = world();
    budget.close('binance', 'api', ms);
    await pass(900);
    expect(await tryTake()).toBe(false);
  });

  it('is obeyed by the other processes', async () => {
    const { budgets, tryTake } = world(2);
    budgets[0]!.close('binance', 'api', 7000);
    expect(await tryTake({}, budgets[1])).toBe(false);
    expect(await tryTake({ scope: fapi() }, budgets[1])).toBe(true);
  });

  it('reaches the store when that was away at first', async () => {
    const { time, store, tryTake } = world();
    let away = true;
    const flaky: WeightStore = {
      ...time.over(store),
      close: (...closing) => (away ? Promise.reject(new Error('away')) : store.close(...closing)),
    };
    const [told, other] = [new SharedWeightBudget(flaky, { time }), new SharedWeightBudget(time.over(store), { time })];
    told.close('binance', 'api', 60_000);
    expect(await tryTake({}, other)).toBe(true);
    away = false;
    expect(await tryTake({ scope: fapi() }, told)).toBe(true);
    expect(await tryTake({}, other)).toBe(false);
  });
});

describe('while the store is out of reach', () => {
  it('nothing goes, and it is asked again after a while', async () => {
    const { time, store, tryTake, pass } = world();
    let away = true;
    let asked = 0;
    const flaky: WeightStore = {
      ...time.over(store),
      take: (...terms) => (asked++, away ? Promise.reject(new Error('away')) : store.take(...terms)),
    };
    const budget = new SharedWeightBudget(flaky, { time });
    for (let i = 0; i < 20; i++) expect(await tryTake({ lane: 'urgent', maxWaitMs: 60_000 }, budget)).toBe(false);
    expect(asked).toBe(1);
    away = false;
    await pass(2500);
    expect(await tryTake({}, budget)).toBe(true);
  });
});

describe('a store that is slow', () => {
  it('has a call counted in the window in which it goes out', async () => {
    const { time, store, tryTake, pass } = world();
    const windows: number[] = [];
    const slow: WeightStore = {
      ...time.over(store),
      take: async (window, terms) => {
        windows.push(window.window);
        await time.sleep(2000);
        return store.take(window, terms);
      },
    };
    await pass(53_500);
    expect(await tryTake({ maxWaitMs: 10_000 }, new SharedWeightBudget(slow, { time }))).toBe(true);
    expect(windows).toEqual([START / MINUTE, START / MINUTE + 1]);
  });
});

describe('a process that was killed', () => {
  it("holds back its weight under way for a call's time, and the window after next is whole", async () => {
    const { budgets, tryTake, pass } = world(2);
    while (await tryTake({ lane: 'backfill' }, budgets[0])); // none is ever answered
    await pass(58_000); // into the next window
    expect(await tryTake({ lane: 'backfill' }, budgets[1])).toBe(false);
    await pass(28_000);
    expect(await drain((spending) => tryTake({ ...spending, lane: 'backfill' }, budgets[1]), {})).toBe(5580);
  });
});

describe('a limit by the second', () => {
  const withdrawals = (): BudgetScope => ({ venue: 'binance', name: 'withdrawals', limit: 180_000, windowMs: 1000 });

  it('is spent evenly by all processes together, so that no second sees more, wherever it begins', async () => {
    const { time, budgets } = world(2);
    const gone: number[] = [];
    const end = time.now() + 5000;
    const caller = async (budget: SharedWeightBudget) => {
      while (time.now() < end) {
        await budget.take({ scope: withdrawals(), weight: 18_000, lane: 'backfill', maxWaitMs: 60_000, aheadMs: 0 });
        gone.push(time.now());
      }
    };
    await time.run(Promise.all(budgets.flatMap((budget) => [caller(budget), caller(budget), caller(budget)])));
    const inAnySecond = Math.max(...gone.map((from) => gone.filter((at) => at >= from && at < from + 1000).length));
    expect(inAnySecond).toBeLessThanOrEqual(9);
    expect(gone.length).toBeGreaterThanOrEqual(42);
  });

  it('refuses at once who cannot wait for a turn', async () => {
    const { tryTake } = world();
    expect(await tryTake({ scope: withdrawals(), weight: 18_000 })).toBe(true);
    expect(await tryTake({ scope: withdrawals(), weight: 18_000 })).toBe(false);
    expect(await tryTake({ scope: withdrawals(), weight: 18_000, maxWaitMs: 150 })).toBe(true);
  });

  it('stops when it is closed', async () => {
    const { budget, tryTake, pass } = world();
    budget.close('binance', 'withdrawals', 5000);
    expect(await tryTake({ scope: withdrawals(), weight: 18_000, maxWaitMs: 4000 })).toBe(false);
    await pass(5100);
    expect(await tryTake({ scope: withdrawals(), weight: 18_000 })).toBe(true);
  });
});
