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
    expect((await venue(5000, [200, 200, 200]).clock.measured()).difference).toBe(-5000);
    expect((await venue(-1500, [40, 4000, 60]).clock.measured()).difference).toBe(1500);
  });

  it('is zero before it was measured, and known afterwards', async () => {
    const { clock } = venue(5000, [10]);
    expect(clock.ahead).toBe(0);
    await clock.measured();
    expect(clock.ahead).toBe(-5000);
  });

  it('stamps a little early, never ahead', async () => {
    const { difference, forStamps } = await venue(0, [10]).clock.measured();
    expect(forStamps).toBeGreaterThan(difference);
    expect(forStamps).toBeLessThan(1000);
  });

  it('asks three times, once for everybody who waits', async () => {
    const { clock, state } = venue(0, [10]);
    await Promise.all([clock.measured(), clock.measured(), clock.measured()]);
    await clock.measured();
    expect(state.asked).toBe(3);
  });

  it('is measured anew when it is distrusted, once for everybody who used the same one', async () => {
    const { clock, state } = venue(0, [10]);
    const used = await clock.measured();
    state.ahead = -3000;
    await Promise.all([clock.distrust(used), clock.distrust(used)]);
    await clock.distrust(used);
    expect(state.asked).toBe(6);
    expect(clock.ahead).toBe(3000);
  });

  it('is not used by anybody while it is distrusted', async () => {
    const { clock, state } = venue(0, [10]);
    const used = await clock.measured();
    state.ahead = -3000;
    const healing = clock.distrust(used);
    expect((await clock.measured()).difference).toBe(3000);
    await healing;
    expect(state.asked).toBe(6);
  });

  it('that turns out the same is not measured again for those who used it before', async () => {
    const { clock, state } = venue(0, [10]);
    const used = await clock.measured();
    await clock.distrust(used);
    await clock.distrust(used);
    expect(state.asked).toBe(6);
  });

  it('that could not be measured is asked for again', async () => {
    let fail = true;
    const clock = new ClockDifference(
      () => (fail ? Promise.reject(new Error('down')) : Promise.resolve(1000)),
      () => 4000,
    );
    await expect(clock.measured()).rejects.toThrow('down');
    fail = false;
    expect((await clock.measured()).difference).toBe(3000);
  });

  it('that is only old goes on where it cannot be measured anew, one that was refused does not', async () => {
    let fail = false;
    let monotonic = 0;
    const clock = new ClockDifference(
      () => (fail ? Promise.reject(new Error('down')) : Promise.resolve(1000)),
      () => 4000,
      () => monotonic,
    );
    const used = await clock.measured();
    fail = true;
    monotonic = 700_000;
    expect(await clock.measured()).toBe(used);
    await expect(clock.distrust(used)).rejects.toThrow('down');
    await expect(clock.measured()).rejects.toThrow('down');
  });
});
