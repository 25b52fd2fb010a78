import { describe, expect, it } from '@jest/globals';
import { ClockDifference } from './clock-difference.js';

/** A venue whose clock is `ahead` of ours, and answers after the given round trips. */
function venue(ahead: number, roundTrips: number[]) {
  const state = { local: 1_000_000, ahead, asked: 0 };
  const clock = new ClockDifference(
    async () => {
      const trip = roundTrips[state.asked++ % roundTrips.length]!;
      state.local += trip / 2;
      const server = state.local + state.ahead;
      state.local += trip / 2;
      return server;
    },
    () => state.local,
  );
  return { clock, state };
}

describe('the clock difference', () => {
  it('takes half the round trip out', async () => {
    expect(await venue(5000, [200, 200, 200]).clock.exact()).toBe(-5000);
    expect(await venue(-1500, [40, 4000, 60]).clock.exact()).toBe(1500);
  });

  it('stamps a little early, never ahead', async () => {
    const { clock } = venue(0, [10]);
    const difference = await clock.forStamps();
    expect(difference).toBeGreaterThan(0);
    expect(difference).toBeLessThan(1000);
  });

  it('asks three times, once for everybody who waits', async () => {
    const { clock, state } = venue(0, [10]);
    await Promise.all([clock.exact(), clock.exact(), clock.forStamps()]);
    await clock.exact();
    expect(state.asked).toBe(3);
  });

  it('is measured anew when it is distrusted, once for everybody who used the same one', async () => {
    const { clock, state } = venue(0, [10]);
    const used = await clock.forStamps();
    state.ahead = -3000;
    await Promise.all([clock.distrust(used), clock.distrust(used)]);
    await clock.distrust(used);
    expect(state.asked).toBe(6);
    expect(await clock.exact()).toBe(3000);
  });

  it('that could not be measured is asked for again', async () => {
    let fail = true;
    const clock = new ClockDifference(() => (fail ? Promise.reject(new Error('down')) : Promise.resolve(1000)), () => 4000);
    await expect(clock.exact()).rejects.toThrow('down');
    fail = false;
    expect(await clock.exact()).toBe(3000);
  });
});
