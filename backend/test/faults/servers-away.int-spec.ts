import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { call, signedInMember, type SignedIn } from '../support/people.js';
import { startTestApi, type TestApi } from '../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { FaultProxy } from './fault-proxy.js';

describe('PostgreSQL away', () => {
  let database: TestDatabase;
  let proxy: FaultProxy;
  let api: TestApi;
  let member: SignedIn;
  beforeAll(async () => {
    database = await createTestDatabase();
    const before = await FaultProxy.before(database.url);
    proxy = before.proxy;
    const { app, config } = await startTestApi(before.url);
    api = { app, config, em: () => app.get(MikroORM).em.fork() as EntityManager, close: () => app.close() };
    member = await signedInMember(api);
  }, 120_000);
  afterAll(async () => {
    proxy.set('pass');
    await api.close();
    await proxy.close();
    await database.drop();
    rmSync(api.config.dataDir, { recursive: true, force: true });
  });

  const colour = () => call(api, 'GET', '/changecolor', undefined, { token: member.token });
  const isBack = () => until('recovery', async () => ((await colour()).statusCode === 200 ? true : null));

  it.each(['refuse', 'silence'] as const)(
    'answers 503 with a time to try again, is alive and not ready, and recovers without a restart (%s)',
    async (mode) => {
      expect((await colour()).statusCode).toBe(200);
      proxy.set(mode);
      const answers = await Promise.all(Array.from({ length: 30 }, colour));
      for (const { statusCode, headers, payload } of answers) {
        expect(statusCode).toBe(503);
        expect(headers['retry-after']).toBe('2');
        expect(JSON.parse(payload)).toEqual({ statusCode: 503, message: 'The service is busy. Please try again in a moment' });
      }
      expect((await api.app.inject({ url: '/health/live' })).statusCode).toBe(200);
      const ready = await api.app.inject({ url: '/health/ready' });
      expect([ready.statusCode, ready.json()]).toEqual([
        503,
        {
          ready: false,
          checks: { database: 'the database does not answer', migrations: 'unknown while the database is away', queue: expect.any(String) },
        },
      ]);
      proxy.set('pass');
      await isBack();
      // One connection is back; a check has its own, and its own time.
      await until('readiness', async () => {
        const { checks } = (await api.app.inject({ url: '/health/ready' })).json<{ checks: Record<string, string> }>();
        return checks['database'] === 'ok' && checks['migrations'] === 'ok' ? true : null;
      });
    },
    180_000,
  );
});
