import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { JobQueue } from '../../../src/platform/queue/index.js';
import type { FailedJobWire, QueueOverviewWire, SystemStateWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { startOwnRedis } from '../../e2e/support/servers.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';

const redisServer = process.env['TEST_REDIS_SERVER'];
const withRedis = redisServer ? describe : describe.skip;

withRedis('the queue board on Redis', () => {
  let redis: Awaited<ReturnType<typeof startOwnRedis>>;
  let api: TestApi;
  let admin: SignedIn;
  beforeAll(async () => {
    redis = await startOwnRedis(redisServer!);
    api = await createTestApi({ REDIS_URL: redis.url });
    admin = await signedInAdmin(api);
  });
  afterAll(async () => {
    await api.close();
    await redis.stop();
  });

  const rest = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string) => {
    const response = await call(api, method, path, undefined, { token: admin.token });
    return { status: response.statusCode, body: response.json<T>() };
  };
  const kind = async (job: string) =>
    (await rest<{ data: QueueOverviewWire }>('GET', '/admin/operations/queues')).body.data.jobs.find((one) => one.job === job);
  const failed = async () => (await rest<FailedJobWire[]>('GET', '/admin/failed-jobs')).body;

  it('says in readiness, on the system page that its settings would lose jobs, and serves', async () => {
    const own = new Redis(redis.url);
    await own.config('SET', 'maxmemory-policy', 'allkeys-lru');
    try {
      const warnings = ['Redis evicts jobs and counters when its memory is full: maxmemory-policy is allkeys-lru, set it to noeviction'];
      const ready = await api.app.inject({ url: '/health/ready' });
      expect([ready.statusCode, ready.json()]).toEqual([200, expect.objectContaining({ ready: true, warnings })]);
      expect((await rest<{ data: SystemStateWire }>('GET', '/admin/operations/system')).body.data.health).toMatchObject({ warnings });
    } finally {
      await own.config('SET', 'maxmemory-policy', 'noeviction');
      own.disconnect();
    }
    expect((await api.app.inject({ url: '/health/ready' })).json()).not.toHaveProperty('warnings');
  });

  it('counts, lists, retries and drops as on PostgreSQL', async () => {
    const queue = api.app.get(JobQueue).queue('system');
    await queue.add('nobody.serves-this', {}, { jobId: 'one', removeOnFail: { count: 1000 } });
    await queue.add('nobody.serves-this', {}, { jobId: 'urgent', priority: 3, removeOnFail: { count: 1000 } });
    await queue.add('nobody.serves-this', {}, { jobId: 'later', delay: 3_600_000 });
    expect(await kind('nobody.serves-this')).toMatchObject({ queue: 'system', waiting: 2, delayed: 1, failed: 0 });
    const worker = await startTestWorker(api.config);
    await eventually(async () => expect(await failed()).toHaveLength(2));
    await worker.close();
    expect(await kind('nobody.serves-this')).toMatchObject({ waiting: 0, delayed: 1, failed: 2, givenUp: 2 });
    expect((await failed()).find(({ id }) => id === 'system~one')).toEqual({
      id: 'system~one',
      queue: 'system',
      job: 'nobody.serves-this',
      attempts: 1,
      addedAt: expect.any(String),
      failedAt: expect.any(String),
      failure: 'no handler for nobody.serves-this',
      may: ['retry', 'drop'],
    });
    expect((await rest('POST', '/admin/failed-jobs/system~one/retry')).status).toBe(200);
    expect((await rest('POST', '/admin/failed-jobs/system~one/retry')).status).toBe(404);
    expect((await rest('DELETE', '/admin/failed-jobs/system~urgent')).status).toBe(200);
    expect((await rest('DELETE', '/admin/failed-jobs/system~urgent')).status).toBe(404);
    expect((await rest('DELETE', '/admin/failed-jobs/system~later')).status).toBe(404);
    expect(await kind('nobody.serves-this')).toMatchObject({ waiting: 1, delayed: 1, failed: 0 });
    expect((await rest<{ data: SystemStateWire }>('GET', '/admin/operations/system')).body.data.versions).toMatchObject({
      queue: expect.stringMatching(/^Redis \d/),
      queueStore: 'redis',
    });
  });
});
