import { describe, expect, it } from '@jest/globals';
import { RateLimited } from '../port/index.js';
import { Slice, SliceOver } from './slice.js';

const sent = () => Promise.resolve('answer');

function sliced(waiting: number) {
  const world = { now: 0, waiting, looked: 0 };
  const slice = new Slice(
    () => {
      world.looked++;
      return Promise.resolve(world.waiting);
    },
    () => world.now,
  );
  /** How much it lets through, in pages of 20. */
  const share = async () => {
    try {
      for (;;) {
        await slice.ask(20, sent);
        if (slice.spent >= 10_000) return slice.spent;
      }
    } catch (error) {
      expect(error).toBeInstanceOf(SliceOver);
      return slice.spent;
    }
  };
  return { world, slice, share };
}

describe('a slice', () => {
  it.each([
    [1, 1500],
    [3, 1500],
    [11, 500],
    [199, 60],
  ])('is smaller the more wait: with %i, about %i', async (waiting, most) => {
    const spent = await sliced(waiting).share();
    expect(spent).toBeGreaterThanOrEqual(most);
    expect(spent).toBeLessThan(most + 20);
  });

  it('stays over', async () => {
    const { slice, share, world } = sliced(199);
    await share();
    world.waiting = 0;
    await expect(slice.ask(1, sent)).rejects.toThrow(SliceOver);
  });

  it('ends once its time is over and others wait', async () => {
    const { slice, world } = sliced(1);
    await slice.ask(1, sent);
    world.now = 20_000;
    await expect(slice.ask(1, sent)).rejects.toThrow(SliceOver);
  });

  it('goes on while nobody waits, and looks only now and then', async () => {
    const { slice, world } = sliced(0);
    for (let i = 0; i < 200; i++) await slice.ask(20, sent);
    expect(world.looked).toBe(1);
    world.now = 2000;
    world.waiting = 1;
    await expect(slice.ask(20, sent)).rejects.toThrow(SliceOver);
  });

  it('does not look before it is used up, and counts what was asked before', async () => {
    const { slice, world } = sliced(199);
    slice.charge(20, 50);
    expect(slice.spent).toBe(20);
    await slice.ask(20, sent);
    expect(world.looked).toBe(0);
    await expect(slice.ask(20, sent)).rejects.toThrow(SliceOver);
  });

  it('counts what is under way: those who ask side by side get no more', async () => {
    const { slice } = sliced(199);
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => slice.ask(20, sent)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(slice.spent).toBe(60);
  });

  it('gives back what was asked, and what it failed with', async () => {
    const { slice } = sliced(0);
    expect(await slice.ask(20, sent)).toBe('answer');
    await expect(slice.ask(20, () => Promise.reject(new Error('the connection broke')))).rejects.toThrow('broke');
    expect(slice.spent).toBe(40);
  });

  it('does not count what the limit kept back: who could not ask has had nothing', async () => {
    const { slice } = sliced(199);
    for (let i = 0; i < 9; i++)
      await expect(slice.ask(20, () => Promise.reject(new RateLimited(1000, 'api')))).rejects.toThrow(RateLimited);
    expect(slice.spent).toBe(0);
  });
});
