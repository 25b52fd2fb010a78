import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import {
  createWeightBudget,
  SharedWeightBudget,
  WHOLE_ADDRESS,
  type BudgetScope,
  type Spending,
  type WeightBudget,
} from '../../../src/trading/venues/budget/index.js';
import { placeOf, termsOf } from '../../../src/trading/venues/budget/rules.js';
import type { WeightStore } from '../../../src/trading/venues/budget/weight-store.js';
import { RateLimited, type Lane } from '../../../src/trading/venues/port/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { CountingVenue } from '../../support/budget/counting-venue.js';
import { MemoryWeightStore } from '../../support/budget/memory-weight-store.js';
import { answerAfter } from '../../support/delayed.js';
import { mulberry, VirtualTime } from '../../support/budget/virtual-time.js';
import { onPostgres, onRedis, type CounterServer } from './stores.js';

const MINUTE = 60_000;
const redisServer = process.env['TEST_REDIS_SERVER'];

beforeAll(() => Logger.overrideLogger(false)); // some stores here are away on purpose

const lanes: Lane[] = ['urgent', 'interactive', 'backfill'];

let scopes = 0;
/** A scope nobody used before; an object of its own each time it is asked for. */
function freshScope(some: Partial<BudgetScope> = {}): () => BudgetScope {
  const name = `scope-${++scopes}`;
  return () => ({ venue: 'binance', name, limit: 1000, windowMs: MINUTE, ...some });
}

async function goes(budget: WeightBudget, spending: Partial<Spending> & Pick<Spending, 'scope'>): Promise<boolean> {
  try {
    await budget.take({ weight: 10, lane: 'interactive', maxWaitMs: 0, aheadMs: 0, ...spending });
    return true;
  } catch (error) {
    if (error instanceof RateLimited) return false;
    throw error;
  }
}

/** What the venue's clock must be behind for its window to have just begun: tests that fill a window must not meet its end. */
const justBegun = () => (Date.now() % MINUTE) - 2000;

const withRedis = redisServer ? describe : describe.skip;

describe('the budget of an address on PostgreSQL', () => {
  shared(onPostgres);
});
withRedis('the budget of an address on Redis', () => {
  shared(() => onRedis(redisServer!));
});

function shared(start: () => Promise<CounterServer>): void {
  let server: CounterServer;
  const open: (SharedWeightBudget | WeightStore)[] = [];
  const processOf = (...settings: Parameters<CounterServer['budget']>) => {
    const budget = server.budget(...settings);
    open.push(budget);
    return budget;
  };
  const store = (address?: string) => {
    const made = server.store(address);
    open.push(made);
    return made;
  };

  beforeAll(async () => {
    server = await start();
  });
  afterEach(async () => {
    for (const one of open.splice(0))
      await ('take' in one && 'end' in one ? one.end() : (one as SharedWeightBudget).onApplicationShutdown());
  });
  afterAll(async () => server?.stop());

  it('decides as the rules do, whatever is asked', async () => {
    const now = Date.now();
    const [real, model] = [store(), new MemoryWeightStore(() => now)];
    const scope = freshScope()();
    const random = mulberry(42);
    const some = (n: number) => Math.floor(random() * n);
    const window = Math.floor(now / MINUTE);
    for (let step = 0; step < 600; step++) {
      const place = placeOf((window + some(3)) * MINUTE + [some(1000), 1000 + some(58_000), 59_000 + some(1000)][some(3)]!, MINUTE);
      const of = { scope, window: place.window, endsAt: place.endsAt };
      if (random() < 0.3) {
        const settlement = {
          ...of,
          underWay: some(60),
          seen: random() < 0.2 ? some(500) : 0,
          ...(random() < 0.3 ? { spill: some(30), told: some(800) } : { spill: 0, told: 0 }),
        };
        await Promise.all([real.settle(settlement), model.settle(settlement)]);
      } else {
        const terms = termsOf(scope, 1 + some(40), lanes[some(3)]!, place);
        expect({ step, ...(await real.take(of, terms)) }).toEqual({ step, ...(await model.take(of, terms)) });
      }
    }
  });

  it('lets each lane of two processes have its share and no more, asked all at once', async () => {
    const [one, other] = [processOf(), processOf()];
    const scope = freshScope();
    const aheadMs = justBegun();
    const sums: Record<string, number> = {};
    for (const lane of ['backfill', 'interactive', 'urgent'] as const) {
      const gone = await Promise.all(Array.from({ length: 120 }, (_, i) => goes(i % 2 ? one : other, { scope: scope(), lane, aheadMs })));
      sums[lane] = 10 * gone.filter(Boolean).length;
    }
    expect(sums).toEqual({ backfill: 930, interactive: 30, urgent: 20 });
  });

  it('lets an urgent call through when backfill has used its share', async () => {
    const [one, other] = [processOf(), processOf()];
    const scope = freshScope();
    const aheadMs = justBegun();
    while (await goes(one, { scope: scope(), lane: 'backfill', aheadMs }));
    expect(await goes(other, { scope: scope(), lane: 'backfill', aheadMs })).toBe(false);
    expect(await goes(other, { scope: scope(), lane: 'urgent', aheadMs })).toBe(true);
  });

  it('keeps addresses, venues and scopes apart', async () => {
    const [here, there] = [processOf({}, '192.0.2.1'), processOf({}, '192.0.2.2')];
    const scope = freshScope();
    const aheadMs = justBegun();
    while (await goes(here, { scope: scope(), lane: 'urgent', aheadMs }));
    expect(await goes(there, { scope: scope(), aheadMs })).toBe(true);
    expect(await goes(here, { scope: { ...scope(), venue: 'bybit' }, aheadMs })).toBe(true);
    expect(await goes(here, { scope: freshScope()(), aheadMs })).toBe(true);
    here.close('binance', WHOLE_ADDRESS, MINUTE);
    expect(await goes(here, { scope: freshScope()() })).toBe(false);
    expect(await goes(there, { scope: freshScope()() })).toBe(true);
    await server.forget();
  });

  it('is closed in every process by the one that was told to stop, for that scope alone', async () => {
    const [told, other] = [processOf(), processOf()];
    const [closed, briefly, free] = [freshScope(), freshScope(), freshScope()];
    told.close('binance', closed().name, MINUTE);
    expect(await goes(told, { scope: closed(), lane: 'urgent' })).toBe(false);
    await eventually(async () => expect(await goes(other, { scope: closed(), lane: 'urgent' })).toBe(false));
    expect(await goes(other, { scope: free() })).toBe(true);
    const refusal: unknown = await other
      .take({ scope: closed(), weight: 1, lane: 'urgent', maxWaitMs: 0, aheadMs: 0 })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(RateLimited);
    expect((refusal as RateLimited).retryAfterMs).toBeLessThanOrEqual(MINUTE + 600);
    await store().close('binance', briefly().name, 1500);
    for (const one of [told, other]) await eventually(async () => expect(await goes(one, { scope: briefly() })).toBe(true));
  });

  it('is closed altogether by a ban, in every process', async () => {
    const [told, other] = [processOf(), processOf()];
    told.close('okx', WHOLE_ADDRESS, 10 * MINUTE);
    await eventually(async () => expect(await goes(other, { scope: freshScope({ venue: 'okx' })(), lane: 'urgent' })).toBe(false));
    await store().close('okx', WHOLE_ADDRESS, 1000); // by one that has not heard of the ban
    const status = (await processOf().status()).find(({ venue, name }) => venue === 'okx' && name === WHOLE_ADDRESS);
    expect(status).toMatchObject({ reason: 'address', closedUntil: expect.any(Date) });
    expect(status!.closedUntil!.getTime() - Date.now()).toBeGreaterThan(MINUTE);
  });

  it('tells what is used and what is closed', async () => {
    const [one, other] = [processOf(), processOf()];
    const scope = freshScope();
    const aheadMs = justBegun();
    expect(await goes(one, { scope: scope(), weight: 70, aheadMs })).toBe(true);
    expect(await goes(other, { scope: scope(), weight: 50, aheadMs })).toBe(true);
    const of = async () => (await one.status()).find(({ name }) => name === scope().name);
    expect(await of()).toEqual({ venue: 'binance', name: scope().name, used: 120, limit: 1000, closedUntil: null, reason: null });
    other.close('binance', scope().name, MINUTE);
    await eventually(async () => expect(await of()).toMatchObject({ used: 120, reason: 'limit', closedUntil: expect.any(Date) }));
  });

  it('spends a limit by the second evenly over two processes', async () => {
    const [one, other] = [processOf(), processOf()];
    const [scope, crowded] = [freshScope({ limit: 100, windowMs: 2000 }), freshScope({ limit: 100, windowMs: 2000 })];
    // So much that its turn takes minutes.
    expect(await goes(one, { scope: crowded(), weight: 8000 })).toBe(true);
    expect(await goes(other, { scope: crowded(), weight: 80 })).toBe(false);
    expect(await goes(one, { scope: scope(), weight: 80 })).toBe(true);
    expect(await goes(other, { scope: scope(), weight: 80, maxWaitMs: 20_000 })).toBe(true);
    other.close('binance', scope().name, MINUTE);
    await eventually(async () => expect(await goes(one, { scope: scope(), maxWaitMs: 5000 })).toBe(false));
  });

  it('of two processes in windows off our clock uses nine tenths of each and has no call refused', async () => {
    const time = new VirtualTime(Math.ceil(Date.now() / MINUTE) * MINUTE, 3);
    const budgets = [new SharedWeightBudget(time.over(store()), { time }), new SharedWeightBudget(time.over(store()), { time })];
    const random = mulberry(11);
    const { name, limit } = freshScope({ limit: 2400 })();
    const venue = new CountingVenue(time, { name, limit, windowMs: MINUTE }, 17_500);
    const [from, until] = [time.now(), time.now() + 4 * MINUTE];
    const weight = () => [5, 5, 20, 40][Math.floor(random() * 4)]!;
    const transitMs = () => random() * 900;
    await time.run(
      Promise.all([
        ...budgets.flatMap((budget) => Array.from({ length: 8 }, () => venue.caller(budget, { until, weight, transitMs }))),
        ...budgets.map((budget) => venue.caller(budget, { until, lane: 'interactive', weight: () => 5, transitMs: () => random() * 9000 })),
      ]),
    );
    const windows = venue.wholeWindows(from, until);
    expect(windows.length).toBeGreaterThanOrEqual(2);
    expect(Math.min(...windows)).toBeGreaterThanOrEqual(0.9);
    expect(venue.refused).toBe(0);
    expect(venue.fullest).toBeLessThanOrEqual(limit);
  });

  it('never exceeds short windows in real time', async () => {
    const [windowMs, limit, shift] = [400, 500, 123];
    const budgets = [processOf({ pacedWindowMs: 0 }), processOf({ pacedWindowMs: 0 })];
    const scope = freshScope({ limit, windowMs });
    const used = new Map<number, number>();
    const until = Date.now() + 5 * windowMs;
    const caller = async (budget: SharedWeightBudget, lane: Lane) => {
      while (Date.now() < until || used.size < 2) {
        const mine = scope();
        await budget.take({ scope: mine, weight: 10, lane, maxWaitMs: 20_000, aheadMs: shift });
        const window = Math.floor((Date.now() - shift) / windowMs);
        used.set(window, (used.get(window) ?? 0) + 10);
        await answerAfter(5);
        budget.answered(mine, 10, used.get(window)!);
      }
    };
    await Promise.all(budgets.flatMap((budget) => [...lanes, ...lanes].map((lane) => caller(budget, lane))));
    expect(Math.max(...used.values())).toBeLessThanOrEqual(limit);
    expect(used.size).toBeGreaterThan(1);
  });

  it('is not held up by a process that died with calls under way, beyond the time of a call', async () => {
    const time = new VirtualTime(Date.now());
    const [dead, living] = [new SharedWeightBudget(time.over(store()), { time }), new SharedWeightBudget(time.over(store()), { time })];
    const scope = freshScope();
    const start = Math.floor(time.now() / MINUTE) * MINUTE;
    const begin = (window: number) => time.run(time.sleep(start + window * MINUTE + 5000 - time.now()));
    const drain = async (budget: SharedWeightBudget) => {
      let sum = 0;
      while (await time.run(goes(budget, { scope: scope() }))) sum += 10;
      return sum;
    };
    await begin(1);
    expect(await drain(dead)).toBe(960);
    await begin(2);
    expect(await drain(living)).toBe(0); // they may be counted now
    await time.run(time.sleep(30_000));
    expect(await drain(living)).toBe(960);
  });

  it('goes on by the word of the venue after the store has lost everything', async () => {
    const budget = processOf();
    const scope = freshScope();
    const aheadMs = justBegun();
    while (await goes(budget, { scope: scope(), aheadMs, lane: 'backfill' }));
    await server.forget();
    const another = processOf();
    const first = scope();
    expect(await goes(another, { scope: first, aheadMs, lane: 'backfill' })).toBe(true);
    another.answered(first, 10, 940);
    await eventually(async () => expect(await goes(another, { scope: scope(), aheadMs, lane: 'backfill', weight: 30 })).toBe(false));
  });

  it('keeps no window for long', async () => {
    const [counters, scope] = [store(), freshScope({ windowMs: 50 })()];
    const terms = termsOf(scope, 1, 'backfill', placeOf(25, 50));
    const longAgo = Math.floor(Date.now() / 50) - 2000;
    for (let i = 0; i < 300; i++) await counters.take({ scope, window: longAgo + 3 * i, endsAt: (longAgo + 3 * i + 1) * 50 }, terms);
    expect(await server.leftovers()).toBeLessThanOrEqual(1);
  });
}

describe('while the counters are out of reach', () => {
  it.each(['PostgreSQL', 'Redis'])('on %s nothing goes, and nobody waits for long', async (name) => {
    const budget = createWeightBudget({
      databaseUrl: 'postgresql://127.0.0.1:1/nowhere',
      ...(name === 'Redis' && { redisUrl: 'redis://127.0.0.1:1' }),
    });
    try {
      for (const lane of lanes) {
        const refusal: unknown = await budget
          .take({ scope: freshScope()(), weight: 1, lane, maxWaitMs: 600_000, aheadMs: 0 })
          .catch((error: unknown) => error);
        expect(refusal).toBeInstanceOf(RateLimited);
        expect((refusal as RateLimited).retryAfterMs).toBeLessThanOrEqual(2000);
      }
      await expect(budget.status()).rejects.toThrow();
    } finally {
      await budget.onApplicationShutdown();
    }
  });
});
