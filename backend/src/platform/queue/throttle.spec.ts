import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { RunAtMostEvery } from './throttle.js';

const HOUR_MS = 3_600_000;

describe('work that runs at most once an hour', () => {
  let now = 5_000;
  const work = jest.fn<() => Promise<void>>();
  beforeEach(() => {
    now = 5_000;
    work.mockReset().mockResolvedValue();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
  });
  afterEach(() => void jest.restoreAllMocks());

  it('is done at the first asking, and then once in its time', async () => {
    const hourly = new RunAtMostEvery(HOUR_MS);
    for (const at of [0, 1, HOUR_MS - 1]) {
      now = 5_000 + at;
      await hourly.run(work);
    }
    expect(work).toHaveBeenCalledTimes(1);
    now = 5_000 + HOUR_MS;
    await hourly.run(work);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is done again at once after it failed', async () => {
    const hourly = new RunAtMostEvery(HOUR_MS);
    work.mockRejectedValueOnce(new Error('the database is away'));
    await expect(hourly.run(work)).rejects.toThrow('the database is away');
    await hourly.run(work);
    await hourly.run(work);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
