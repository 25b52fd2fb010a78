import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { CountingVenue } from '../../../../test/support/budget/counting-venue.js';
import { MemoryWeightStore } from '../../../../test/support/budget/memory-weight-store.js';
import { mulberry, VirtualTime } from '../../../../test/support/budget/virtual-time.js';
import { SharedWeightBudget } from './shared-weight-budget.js';

const MINUTE = 60_000;
const START = 1_800_000_000_000;

/** Processes that share counters, on a clock of their own, five seconds into a window. */
function world(processes = 1, seed = 1) {
  const time = new VirtualTime(START + 5000, seed);
  const store = time.over(new MemoryWeightStore(time.now));
  const budgets = Array.from({ length: processes }, () => new SharedWeightBudget(store, { time }));
  return { time, budgets, budget: budgets[0]! };
}

describe('against a venue that counts', () => {
  it('no window ever sees more than the limit, whatever the clocks, the line and the lanes do', async () => {
    const caller = fc.record({
      process: fc.integer({ min: 0, max: 2 }),
      lane: fc.constantFrom('urgent', 'interactive', 'backfill'),
      // Often just before a window of ours ends: where calls let go in one window are counted in the next.
      startsAfter: fc.oneof(fc.nat({ max: 90_000 }), fc.integer({ min: 48_000, max: 57_000 })),
      weights: fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
      transit: fc.integer({ min: 1, max: 6000 }),
      clockError: fc.integer({ min: -900, max: 900 }),
      calls: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(caller, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: -90_000, max: 90_000 }),
        fc.integer(),
        async (callers, aheadMs, seed) => {
          const { time, budgets } = world(3, seed);
          const random = mulberry(seed);
          const venue = new CountingVenue(time, { limit: 600, windowMs: MINUTE }, aheadMs);
          await time.run(
            Promise.all(
              callers.map(async ({ process, lane, startsAfter, weights, transit, clockError, calls }) => {
                await time.sleep(startsAfter);
                let made = 0;
                await venue.caller(budgets[process]!, {
                  lane,
                  calls,
                  aheadMs: aheadMs + clockError,
                  weight: () => weights[made++ % weights.length]!,
                  transitMs: () => random() * transit,
                });
              }),
            ),
          );
          expect(venue.refused).toBe(0);
        },
      ),
      { numRuns: 150 },
    );
  });

  it.each([
    ['a fast line', 20, 0],
    ['a slow line and a clock that is off', 2000, 700],
  ])('endless backfill uses nine tenths of every window and none is refused: %s', async (_name, transit, clockError) => {
    const { time, budgets } = world(2);
    const venue = new CountingVenue(time, { limit: 6000, windowMs: MINUTE }, -12_345);
    const random = mulberry(7);
    const from = time.now();
    const until = from + 6 * MINUTE;
    const weights = [20, 20, 20, 4, 1, 40];
    await time.run(
      Promise.all(
        budgets.flatMap((budget, i) =>
          Array.from({ length: 16 }, () =>
            venue.caller(budget, {
              until,
              aheadMs: -12_345 + (i ? clockError : -clockError),
              weight: () => weights[Math.floor(random() * weights.length)]!,
              transitMs: () => random() * transit,
            }),
          ),
        ),
      ),
    );
    const windows = venue.wholeWindows(from, until);
    expect(windows.length).toBeGreaterThanOrEqual(4);
    expect(Math.min(...windows)).toBeGreaterThanOrEqual(0.9);
    expect(venue.refused).toBe(0);
  });

  it('endless backfill uses nine tenths of a window after one of much interactive work', async () => {
    const { time, budget } = world();
    const venue = new CountingVenue(time, { limit: 6000, windowMs: MINUTE });
    const until = time.now() + 4 * MINUTE;
    await time.run(
      Promise.all([
        ...Array.from({ length: 10 }, () => venue.caller(budget, { lane: 'interactive', calls: 20 })),
        ...Array.from({ length: 10 }, () => venue.caller(budget, { until })),
      ]),
    );
    expect(Math.min(...venue.wholeWindows(START, until))).toBeGreaterThanOrEqual(0.9);
    expect(venue.refused).toBe(0);
  });

  it("leaves others at our address what they use, as far as the venue's count tells", async () => {
    const { time, budget } = world();
    const venue = new CountingVenue(time, { limit: 6000, windowMs: MINUTE });
    const until = time.now() + 3 * MINUTE;
    const stranger = async () => {
      for (let i = 0; time.now() < until; i++) {
        await venue.call(20, 10);
        await time.sleep(500);
      }
    };
    await time.run(Promise.all([stranger(), ...Array.from({ length: 4 }, () => venue.caller(budget, { until, transitMs: () => 300 }))]));
    expect(venue.refused).toBe(0);
    expect(venue.fullest).toBeGreaterThan(5000);
  });
});
