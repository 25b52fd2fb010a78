import { describe, expect, it } from '@jest/globals';
import { RateLimited } from '../venues/index.js';
import { WeightQuota, QuotaExceeded } from './fair-share.js';

const sent = () => Promise.resolve('answer');

function sliced(waiting: number) {
  const world = { now: 0, waiting, looked: 0 };
  const quota = new WeightQuota(
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
        await quota.spend(20, sent);
        if (quota.spent >= 10_000) return quota.spent;
      }
    } catch (error) {
      expect(error).toBeInstanceOf(QuotaExceeded);
      return quota.spent;
    }
  };
  return { world, quota, share };
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
    const { quota, share, world } = sliced(199);
    await share();
    world.waiting = 0;
    await expect(quota.spend(1, sent)).rejects.toThrow(QuotaExceeded);
  });

  it('ends once its time is over and others wait', async () => {
    const { quota, world } = sliced(1);
    await quota.spend(1, sent);
    world.now = 20_000;
    await expect(quota.spend(1, sent)).rejects.toThrow(QuotaExceeded);
  });

  it('goes on while nobody waits, and looks only now and then', async () => {
    const { quota, world } = sliced(0);
    for (let i = 0; i < 200; i++) await quota.spend(20, sent);
    expect(world.looked).toBe(1);
    world.now = 2000;
    world.waiting = 1;
    await expect(quota.spend(20, sent)).rejects.toThrow(QuotaExceeded);
  });

  it('does not look before it is used up, and counts what was asked before', async () => {
    const { quota, world } = sliced(199);
    quota.charge(20, 50);
    expect(quota.spent).toBe(20);
    await quota.spend(20, sent);
    expect(world.looked).toBe(0);
    await expect(quota.spend(20, sent)).rejects.toThrow(QuotaExceeded);
  });

  it('counts what is under way: those who ask side by side get no more', async () => {
    const { quota } = sliced(199);
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => quota.spend(20, sent)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(quota.spent).toBe(60);
  });

  it('gives back what was asked, and what it failed with', async () => {
    const { quota } = sliced(0);
    expect(await quota.spend(20, sent)).toBe('answer');
    await expect(quota.spend(20, () => Promise.reject(new Error('the connection broke')))).rejects.toThrow('broke');
    expect(quota.spent).toBe(40);
  });

  it('does not count what the limit kept back: who could not ask has had nothing', async () => {
    const { quota } = sliced(199);
    for (let i = 0; i < 9; i++)
      await expect(quota.spend(20, () => Promise.reject(new RateLimited(1000, 'api')))).rejects.toThrow(RateLimited);
    expect(quota.spent).toBe(0);
  });
});
