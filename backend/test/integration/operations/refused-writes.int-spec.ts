import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { HeartbeatService } from '../../../src/operations/monitoring/index.js';
import { registration } from '../../support/people.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';

describe('a database that refuses writes', () => {
  let api: TestApi;
  let operator: pg.Client;
  let name: string;
  beforeAll(async () => {
    api = await createTestApi();
    // Only the test's own heartbeats may find out that writes work again.
    await api.app.get(HeartbeatService, { strict: false }).onApplicationShutdown();
    operator = new pg.Client({ connectionString: api.config.databaseUrl });
    await operator.connect();
    await sql('set default_transaction_read_only = off');
    name = (await operator.query<{ name: string }>('select current_database() as name')).rows[0]!.name;
  });
  afterAll(async () => {
    await operator.end();
    await api.close();
  });
  const sql = (text: string) => operator.query(text);
  const signUp = () => api.app.inject({ method: 'POST', url: '/api/v1/signupuser', payload: registration() });
  const ready = async () => {
    const { statusCode, body } = await api.app.inject({ url: '/health/ready' });
    return { statusCode, database: (JSON.parse(body) as { checks: { database: string } }).checks.database };
  };
  const beat = () => api.app.get(HeartbeatService, { strict: false }).beat();
  /** The product connects again, and finds what was set. */
  const reconnect = async (readOnly: 'on' | 'off') => {
    await sql(`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`);
    await until('a new connection', () =>
      api
        .em()
        .execute<{ default_transaction_read_only: string }[]>('show default_transaction_read_only')
        .then(
          ([row]) => (row?.default_transaction_read_only === readOnly ? true : null),
          () => null,
        ),
    );
  };
  const makeReadOnly = async () => {
    await sql(`alter database ${name} set default_transaction_read_only = on`);
    await reconnect('on');
  };

  afterEach(async () => {
    await sql(`alter database ${name} reset default_transaction_read_only`);
    await reconnect('off');
    await sql('drop trigger if exists full_disk on users');
    await beat();
  });

  it('is answered with 503 and a time to try again when it is read-only, and readiness says so', async () => {
    await makeReadOnly();
    const { statusCode, headers } = await signUp();
    expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 503, retryAfter: '30' });
    expect(await ready()).toEqual({ statusCode: 503, database: 'the database is read-only' });
  });

  it('is noticed without a request, by the next heartbeat', async () => {
    expect(await ready()).toEqual({ statusCode: 200, database: 'ok' });
    await makeReadOnly();
    await expect(beat()).rejects.toMatchObject({ code: '25006' });
    expect(await ready()).toEqual({ statusCode: 503, database: 'the database is read-only' });
  });

  it('is noticed by a heartbeat when its disk has no room for a temporary file', async () => {
    await sql(`alter database ${name} set temp_file_limit = '128kB'`);
    await reconnect('off');
    await expect(beat()).rejects.toMatchObject({ code: '53400' });
    await sql(`alter database ${name} reset temp_file_limit`);
  });

  it('is answered with 503 and a time to try again when its disk is full, until a heartbeat could write', async () => {
    await sql(`create or replace function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file "base/5/16384": No space left on device' using errcode = 'disk_full'; end $$`);
    await sql('create trigger full_disk before insert on users for each row execute function full_disk()');
    const { statusCode, headers } = await signUp();
    expect({ statusCode, retryAfter: headers['retry-after'] }).toEqual({ statusCode: 503, retryAfter: '30' });
    expect(await ready()).toEqual({ statusCode: 503, database: 'the database has no disk space left' });
    await sql('drop trigger full_disk on users');
    await beat();
    expect(await ready()).toEqual({ statusCode: 200, database: 'ok' });
    expect((await signUp()).statusCode).toBe(201);
  });
});
