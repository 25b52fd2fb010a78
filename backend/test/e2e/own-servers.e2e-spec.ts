import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { applyWithKey, approve, differences, synced } from './support/admit.js';
import { launchBrowser } from './support/browser.js';
import { adminAtConsole, travel, travellers } from './support/journey.js';
import { SandboxControl, sandboxKey } from './support/sandbox-control.js';
import { startOwnDatabase, startOwnRedis, type OwnServer } from './support/servers.js';
import { startTidemark, type Tidemark } from './support/tidemark.js';

const redisServer = process.env['TEST_REDIS_SERVER'];
const executable = process.env['TEST_CHROMIUM'];
const withRedis = redisServer ? describe : describe.skip;
const inBrowser = executable ? it : it.skip;

withRedis('on a PostgreSQL and a Redis that were there before', () => {
  let database: OwnServer;
  let redis: OwnServer;
  let product: Tidemark;
  let sandbox: SandboxControl;
  beforeAll(async () => {
    [database, redis] = await Promise.all([startOwnDatabase(), startOwnRedis(redisServer!)]);
    product = await startTidemark({ env: { DATABASE_URL: database.url, REDIS_URL: redis.url } });
    sandbox = new SandboxControl(product.sandbox.url, product.sandbox.token);
    await sandbox.freeze();
  }, 240_000);
  afterAll(async () => {
    await product?.stop();
    product?.discard();
    await Promise.all([redis?.stop(), database?.stop()]);
  }, 120_000);

  it('keeps the truth in that PostgreSQL and the queue in that Redis', async () => {
    const applied = await applyWithKey(product, sandboxKey('typical', 'read-only', 5));
    await approve(applied);
    await synced(applied);
    expect(await differences(applied.member, applied.userId, await sandbox.truth('typical-5'))).toEqual([]);

    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const { rows } = await client.query<{ queue: boolean; users: string }>(
      `select to_regnamespace('bullmq') is not null as queue, (select count(*) from users) as users`,
    );
    await client.end();
    expect(rows[0]).toEqual({ queue: false, users: '2' });
  }, 240_000);

  it('goes on after Redis has lost everything', async () => {
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    const applied = await applyWithKey(product, sandboxKey('small', 'read-only', 3));
    await approve(applied);
    await synced(applied);
    expect(await differences(applied.member, applied.userId, await sandbox.truth('small-3'))).toEqual([]);
  }, 240_000);

  inBrowser(
    'takes the same journey',
    async () => {
      const browser: Browser = await launchBrowser(executable!);
      try {
        const admin = await adminAtConsole(product, browser);
        for (const traveller of travellers) await travel(product, browser, admin, traveller);
        expect({ complaints: admin.complaints, foreign: admin.foreign }).toEqual({ complaints: [], foreign: [] });
      } finally {
        await browser.close();
      }
    },
    480_000,
  );
});
