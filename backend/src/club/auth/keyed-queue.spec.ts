import { describe, expect, it } from '@jest/globals';
import { Busy } from '../../platform/crypto/index.js';
import { KeyedQueue } from './keyed-queue.js';

const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
};

describe('a keyed queue', () => {
  it('lets one task of a key wait for the one before, also when that fails', async () => {
    const queue = new KeyedQueue();
    const seen: string[] = [];
    const first = gate();
    const a = queue.run('k', async () => {
      await first.opened;
      seen.push('a');
      throw new Error('a failed');
    });
    const b = queue.run('k', async () => void seen.push('b'));
    await queue.run('other', async () => void seen.push('other'));
    expect(seen).toEqual(['other']);
    first.open();
    await expect(a).rejects.toThrow('a failed');
    await b;
    expect(seen).toEqual(['other', 'a', 'b']);
  });

  it('keeps nothing once its tasks are done', async () => {
    const queue = new KeyedQueue();
    await Promise.allSettled([
      queue.run('a', async () => 1),
      queue.run('a', async () => 2),
      queue.run('b', async () => Promise.reject(new Error('no'))),
    ]);
    expect(queue.size).toBe(0);
  });

  it('refuses one task too many of a key, and no other key', async () => {
    const queue = new KeyedQueue(2);
    const { open, opened } = gate();
    const running = [queue.run('a', () => opened), queue.run('a', () => opened)];
    await expect(queue.run('a', () => opened)).rejects.toBeInstanceOf(Busy);
    const other = queue.run('b', () => opened);
    open();
    await Promise.all([...running, other]);
    expect(await queue.run('a', async () => 1)).toBe(1);
  });
});
