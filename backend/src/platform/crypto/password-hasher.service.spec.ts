import { describe, expect, it } from '@jest/globals';
import { PasswordHasher } from './password-hasher.service.js';
import { Busy, Semaphore } from './semaphore.js';

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const hasher = new PasswordHasher(cost);

describe('PasswordHasher', () => {
  it('stores argon2id as a PHC string with the configured cost, a 16-byte salt and a 32-byte tag', async () => {
    const phc = await hasher.hash('correct horse battery');
    const [, algorithm, version, parameters, salt, tag] = phc.split('$');
    expect([algorithm, version, parameters]).toEqual(['argon2id', 'v=19', 'm=19456,t=2,p=1']);
    expect(Buffer.from(salt!, 'base64')).toHaveLength(16);
    expect(Buffer.from(tag!, 'base64')).toHaveLength(32);
  });

  it('takes the password exactly as it came: blanks, case and length count', async () => {
    const phc = await hasher.hash(' Pass word ß ');
    expect(await hasher.verify(phc, ' Pass word ß ')).toBe(true);
    for (const near of ['Pass word ß', ' pass word ß ', ' Pass word ß', ' Pass word ss '])
      expect(await hasher.verify(phc, near)).toBe(false);
    const long = 'x'.repeat(256);
    const longHash = await hasher.hash(long);
    expect(await hasher.verify(longHash, long)).toBe(true);
    expect(await hasher.verify(longHash, long.slice(0, 255))).toBe(false);
  });

  it('salts: the same password never gives the same hash', async () => {
    expect(await hasher.hash('same')).not.toBe(await hasher.hash('same'));
  });

  it('asks for a new hash where the cost, the algorithm or the version changed', async () => {
    const phc = await hasher.hash('password');
    expect(hasher.needsRehash(phc)).toBe(false);
    expect(new PasswordHasher({ ...cost, memoryCost: 20_000 }).needsRehash(phc)).toBe(true);
    expect(new PasswordHasher({ ...cost, timeCost: 3 }).needsRehash(phc)).toBe(true);
    expect(hasher.needsRehash(phc.replace('argon2id', 'argon2i'))).toBe(true);
    expect(hasher.needsRehash('$2b$10$abcdefghijklmnopqrstuv')).toBe(true);
  });

  it('refuses every password of an unknown user', async () => {
    expect(await hasher.verifyUnknown('')).toBe(false);
    expect(await hasher.verifyUnknown('correct horse battery')).toBe(false);
  });

  it('repeats a hash under its own salt and cost, so that equal hashes are equal passwords', async () => {
    const cost = { memoryCost: 8, timeCost: 2, parallelism: 1 };
    const phc = await new PasswordHasher(cost).hash('one');
    const later = new PasswordHasher({ ...cost, memoryCost: 16, timeCost: 3 });
    expect(await later.hashLike(phc, 'one')).toBe(phc);
    expect(await later.hashLike(phc, 'two')).not.toBe(phc);
  });

  it('refuses with 503 once slots and queue are full, and works again after', async () => {
    const small = new PasswordHasher(cost, new Semaphore(1, 1));
    const outcomes = await Promise.allSettled([small.hash('a'), small.hash('b'), small.hash('c')]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect((outcomes[2] as PromiseRejectedResult).reason).toBeInstanceOf(Busy);
    await expect(small.hash('d')).resolves.toMatch(/^\$argon2id\$/);
  });
});

describe('Semaphore', () => {
  it('never runs more tasks than it has slots, and keeps their order', async () => {
    const semaphore = new Semaphore(2, 100);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const task = (n: number) => async () => {
      started.push(n);
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
    };
    await Promise.all(Array.from({ length: 20 }, (_, n) => semaphore.run(task(n))));
    expect(most).toBe(2);
    expect(started).toEqual(Array.from({ length: 20 }, (_, n) => n));
  });

  it('frees the slot of a task that failed', async () => {
    const semaphore = new Semaphore(1, 0);
    await expect(semaphore.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    await expect(semaphore.run(() => Promise.resolve('next'))).resolves.toBe('next');
  });
});
