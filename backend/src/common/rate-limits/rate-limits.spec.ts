import { afterEach, describe, expect, it } from '@jest/globals';
import type { MikroORM } from '@mikro-orm/postgresql';
import { TooMany } from '../domain/index.js';
import type { AppConfig } from '../../config/index.js';
import { limits } from './limits.js';
import { RateLimits } from './rate-limits.js';

/** A database that is away. */
const noDatabase = {
  em: { getConnection: () => ({ getNativeClient: async () => ({ query: () => Promise.reject(new Error('connection refused')) }) }) },
} as unknown as MikroORM;

const open: RateLimits[] = [];
async function rateLimits(redisUrl?: string): Promise<RateLimits> {
  const made = new RateLimits({ redisUrl } as AppConfig, noDatabase);
  await made.onModuleInit();
  open.push(made);
  return made;
}
afterEach(() => open.splice(0).forEach((made) => made.onApplicationShutdown()));

describe.each([
  ['PostgreSQL', undefined],
  ['Redis', 'redis://127.0.0.1:1'],
])('rate limits while %s is out of reach', (_store, redisUrl) => {
  it('are counted in the memory of the process: neither open nor shut', async () => {
    const made = await rateLimits(redisUrl);
    const { points } = limits.signInAccount;
    for (let i = 0; i < points; i++) {
      await made.check('signInAccount', 'ann@example.com');
      await made.count('signInAccount', 'ann@example.com');
    }
    await expect(made.check('signInAccount', 'ann@example.com')).rejects.toThrow(TooMany);
    await made.check('signInAccount', 'other@example.com');
    await made.check('signInNetwork', 'ann@example.com');
  });

  it('tell when to come back', async () => {
    const made = await rateLimits(redisUrl);
    for (let i = 0; i < limits.mailFromNetwork.points; i++) await made.consume('mailFromNetwork', 'n');
    const error = await made.consume('mailFromNetwork', 'n').then(
      () => null,
      (refusal: unknown) => refusal,
    );
    expect(error).toBeInstanceOf(TooMany);
    expect((error as TooMany).retryAfterSeconds).toBeGreaterThan(0);
    expect((error as TooMany).retryAfterSeconds).toBeLessThanOrEqual(limits.mailFromNetwork.duration);
    expect(await made.allows('mailFromNetwork', 'n')).toBe(false);
    expect(await made.allows('mailFromNetwork', 'm')).toBe(true);
  });

  it('forget a key that is reset', async () => {
    const made = await rateLimits(redisUrl);
    for (let i = 0; i < limits.signInAccount.points; i++) await made.count('signInAccount', 'ann@example.com');
    await expect(made.check('signInAccount', 'ann@example.com')).rejects.toBeInstanceOf(TooMany);
    await made.reset('signInAccount', 'ann@example.com');
    await expect(made.check('signInAccount', 'ann@example.com')).resolves.toBeUndefined();
  });
});
