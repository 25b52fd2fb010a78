import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { JobQueue } from '../../../src/platform/queue/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { startOwnRedis } from '../../e2e/support/servers.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';

const redisServer = process.env['TEST_REDIS_SERVER'];
const withRedis = redisServer ? describe : describe.skip;

/** The Redis of docker-compose.yml: its users are those of scripts/make-secrets.mjs. */
withRedis('Redis with its users', () => {
  let home: string;
  let redis: Awaited<ReturnType<typeof startOwnRedis>>;
  let api: TestApi;
  let url: string;
  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'tidemark-redis-users-'));
    spawnSync(process.execPath, ['scripts/make-secrets.mjs', '--to', home]);
    redis = await startOwnRedis(redisServer!, ['--aclfile', join(home, 'redis_acl')]);
    const made = new URL(readFileSync(join(home, 'redis_url'), 'utf8'));
    made.host = new URL(redis.url).host;
    url = made.href;
    api = await createTestApi({ REDIS_URL: url });
  });
  afterAll(async () => {
    await api.close();
    await redis.stop();
    rmSync(home, { recursive: true });
  });

  async function answer(address: string, ...words: [string, ...string[]]): Promise<unknown> {
    const client = new Redis(address, { lazyConnect: true, enableReadyCheck: false });
    client.on('error', () => undefined); // the command fails by itself
    try {
      return await client.call(...words);
    } catch (error) {
      return (error as Error).message.split(' ')[0];
    } finally {
      client.disconnect();
    }
  }

  it('serves the queue of API and worker', async () => {
    const queue = api.app.get(JobQueue).queue('system');
    const worker = await startTestWorker(api.config);
    await queue.add('nobody.serves-this', {}, { jobId: 'one', removeOnFail: { count: 10 } });
    await eventually(async () => expect(await queue.getFailedCount()).toBe(1));
    await worker.close();
  });

  it('says to who has no password that it lives, and nothing else', async () => {
    expect(await answer(redis.url, 'PING')).toBe('PONG');
    for (const words of [['GET', 'x'], ['SET', 'x', 'y'], ['KEYS', '*'], ['INFO'], ['SUBSCRIBE', 'x'], ['CONFIG', 'GET', 'dir']] as const)
      expect([words[0], await answer(redis.url, ...(words as unknown as [string]))]).toEqual([words[0], 'NOPERM']);
  });

  it('lets the product neither stop, empty nor reconfigure the server', async () => {
    for (const words of [['FLUSHALL'], ['SHUTDOWN'], ['CONFIG', 'SET', 'dir', '/'], ['REPLICAOF', 'x', '1'], ['ACL', 'LIST']])
      expect([words[0], await answer(url, ...(words as [string]))]).toEqual([words[0], 'NOPERM']);
    expect(await answer(url, 'CONFIG', 'GET', 'maxmemory-policy')).toEqual(['maxmemory-policy', 'noeviction']);
  });
});
