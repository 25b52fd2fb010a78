import { once } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { MikroORM } from '@mikro-orm/postgresql';
import { TooMany } from '../domain/index.js';
import type { AppConfig } from '../config/index.js';
import { limits } from './rate-limits.config.js';
import { RateLimits } from './rate-limits.service.js';

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
    const { points } = limits.signInOrigin;
    for (let i = 0; i < points; i++) {
      await made.check('signInOrigin', 'ann@example.com');
      await made.count('signInOrigin', 'ann@example.com');
    }
    await expect(made.check('signInOrigin', 'ann@example.com')).rejects.toThrow(TooMany);
    await made.check('signInOrigin', 'other@example.com');
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
    for (let i = 0; i < limits.signInOrigin.points; i++) await made.count('signInOrigin', 'ann@example.com');
    await expect(made.check('signInOrigin', 'ann@example.com')).rejects.toBeInstanceOf(TooMany);
    await made.reset('signInOrigin', 'ann@example.com');
    await expect(made.check('signInOrigin', 'ann@example.com')).resolves.toBeUndefined();
  });
});

describe('a Redis that is out of reach', () => {
  it('is reported once, by the first limit that is counted in memory, and not by a process that counts nothing', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    try {
      const made = await rateLimits('redis://127.0.0.1:1');
      await once((made as unknown as { redis: Redis }).redis, 'error').catch(() => undefined);
      expect(warn).not.toHaveBeenCalled();
      await made.count('signInAccount', 'ann@example.com');
      await made.check('signInAccount', 'ann@example.com');
      expect(warn.mock.calls.map(([, message]) => message)).toEqual(['rate limits are counted in memory: Redis is out of reach']);
    } finally {
      warn.mockRestore();
    }
  });
});
