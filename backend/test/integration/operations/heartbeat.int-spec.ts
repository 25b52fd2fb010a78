import { rmSync } from 'node:fs';
import { SchedulerRegistry } from '@nestjs/schedule';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { ShutdownStateStore } from '../../../src/operations/health/index.js';
import { startTestApi } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

describe('the heartbeat of a process that ends', () => {
  let database: TestDatabase;
  let observer: pg.Client;
  let locker: pg.Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    [observer, locker] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client];
    await Promise.all([observer.connect(), locker.connect()]);
  });
  afterAll(async () => {
    await Promise.all([observer.end(), locker.end()]);
    await database.drop();
  });
  const rows = async (sql: string) => (await observer.query(sql)).rows;
  const heartbeats = async () => (await rows('select 1 from process_beats')).length;

  it('stays until its server has answered what it had begun, and is gone after', async () => {
    const { app, config } = await startTestApi(database.url);
    await app.listen(0, '127.0.0.1');
    expect(app.get(SchedulerRegistry, { strict: false }).getIntervals()).toEqual(['heartbeat']);
    await until('a heartbeat', async () => ((await heartbeats()) === 1 ? true : null));
    await locker.query('begin');
    await locker.query('lock table users in access exclusive mode');
    const answer = fetch(`${await app.getUrl()}/api/v1/signinuser`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com', password: 'not the right one' }),
    });
    await until('a request that waits', async () =>
      (await rows(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`)).length > 0
        ? true
        : null,
    );
    let closed = false;
    app.get(ShutdownStateStore, { strict: false }).begin(); // as a signal does: answers end their connections
    const closing = app.close().then(() => (closed = true));
    const url = await app.getUrl().catch(() => null);
    await until('the end of listening', () =>
      url === null
        ? Promise.resolve(true)
        : fetch(`${url}/health/live`).then(
            () => null,
            () => true,
          ),
    );
    expect({ closed, heartbeats: await heartbeats() }).toEqual({ closed: false, heartbeats: 1 });
    await locker.query('rollback');
    expect((await answer).status).toBe(401);
    await closing;
    expect(await heartbeats()).toBe(0);
    rmSync(config.dataDir, { recursive: true, force: true });
  });
});
