import { describe, expect, it } from '@jest/globals';
import { TtlCache } from './ttl-cache.js';

describe('a kept value', () => {
  it('is read once for everybody who waits, and again when it is too old for the one who asks', async () => {
    let now = 0;
    let reads = 0;
    const kept = new TtlCache(() => now);
    const get = (maxAgeMs: number) => kept.get('prices', maxAgeMs, () => Promise.resolve(++reads));
    expect(await Promise.all([get(1000), get(1000)])).toEqual([1, 1]);
    now = 900;
    expect(await get(1000)).toBe(1);
    expect(await get(500)).toBe(2);
    expect(await get(1000)).toBe(2);
  });

  it('that failed is read again', async () => {
    const kept = new TtlCache();
    await expect(kept.get('a', 1000, () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    expect(await kept.get('a', 1000, () => Promise.resolve('up'))).toBe('up');
  });
});
