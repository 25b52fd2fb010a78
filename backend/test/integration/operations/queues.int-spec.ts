import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { MikroORM } from '@mikro-orm/postgresql';
import { JobQueue, JobStats } from '../../../src/platform/queue/index.js';
import type { SetAsideOutcomeWire, FailedJobWire, QueueOverviewWire } from '../../../src/platform/wire/index.js';
import { eventually } from '../../e2e/support/eventually.js';
import { call, signedInAdmin, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestWorker, type TestApi } from '../../support/test-app.js';
import { anotherAdmin } from '../users/people.js';

const UNKNOWN = 'nobody.serves-this';

describe('the queue board', () => {
  let api: TestApi;
  let admin: SignedIn;
  let worker: INestApplicationContext | null = null;
  beforeAll(async () => {
    api = await createTestApi();
    admin = await signedInAdmin(api);
  });
  afterAll(async () => {
    await worker?.close();
    await api.close();
  });

  const rest = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object, as = admin) => {
    const response = await call(api, method, path, body, { token: as.token });
    return { status: response.statusCode, headers: response.headers, body: response.json<T>() };
  };
  const overview = async () => (await rest<{ data: QueueOverviewWire }>('GET', '/admin/operations/queues')).body.data;
  const kind = async (job: string) => (await overview()).jobs.find((one) => one.job === job);
  const failed = async (query = '') => (await rest<FailedJobWire[]>('GET', `/admin/failed-jobs${query}`)).body;
  const add = (id: string, delay = 0) =>
    api.app
      .get(JobQueue)
      .queue('system')
      .add(UNKNOWN, { secret: 'sbs_never_shown' }, { jobId: id, removeOnFail: { count: 1000 }, ...(delay > 0 && { delay }) });
  const acts = () =>
    api
      .em()
      .execute<{ action: string; actor_id: string; target_id: string; detail: object }[]>(
        `select action, actor_id, target_id, detail from audit_events where action like 'failed-job.%' order by at, id`,
      );
  const withWorker = async (work: () => Promise<void>) => {
    worker = await startTestWorker(api.config);
    try {
      await work();
    } finally {
      await worker.close();
      worker = null;
    }
  };

  it('shows every kind with what stands in its queue, before any worker has run', async () => {
    await add('one');
    await add('two');
    await add('later', 3_600_000);
    expect(await kind(UNKNOWN)).toEqual({
      job: UNKNOWN,
      queue: 'system',
      everySeconds: null,
      waiting: 2,
      active: 0,
      delayed: 1,
      failed: 0,
      done: 0,
      failedTries: 0,
      givenUp: 0,
      doneAt: null,
      failedAt: null,
      failure: null,
    });
    expect(await kind('exchange.sync-due')).toMatchObject({ queue: 'system', everySeconds: 60, waiting: 0 });
    expect(await overview()).toMatchObject({ store: 'postgresql', complete: true });
  });

  it('tells what became of the jobs, and why the last one failed', async () => {
    await withWorker(async () => {
      await eventually(async () => expect(await failed()).toHaveLength(2));
      await eventually(async () => expect((await kind('exchange.sync-due'))?.done).toBeGreaterThan(0));
    });
    // A worker that ends writes down what it has counted.
    expect(await kind(UNKNOWN)).toMatchObject({
      waiting: 0,
      delayed: 1,
      failed: 2,
      failedTries: 2,
      givenUp: 2,
      done: 0,
      failure: `no handler for ${UNKNOWN}`,
      failedAt: expect.any(String),
    });
    expect((await kind('exchange.sync-due'))?.doneAt).toEqual(expect.any(String));
    // Each kind that the workers know is written down, those that have not run yet among them. A row is of one hour, and an hour may have
    // just begun.
    expect(
      await api.em().execute(
        `select job, queue, every_seconds, sum(done)::int as done from job_tallies where job in ('exchange.check-key', 'privacy.sweep')
            group by job, queue, every_seconds order by job`,
      ),
    ).toEqual([
      { job: 'exchange.check-key', queue: 'exchange', every_seconds: null, done: 0 },
      { job: 'privacy.sweep', queue: 'system', every_seconds: expect.any(Number), done: expect.any(Number) },
    ]);
  });

  it('knows a kind that only the workers know', async () => {
    await api.em().execute(
      `insert into job_tallies (job, hour, queue, every_seconds, done)
          values ('of.another-version', date_trunc('hour', now()), 'system', 90, 4)`,
    );
    expect(await kind('of.another-version')).toMatchObject({ queue: 'system', everySeconds: 90, waiting: 0, done: 4 });
  });

  it('lists failed jobs, sorted, searched and page by page, without what they were asked to do', async () => {
    const { body, headers } = await rest<FailedJobWire[]>('GET', '/admin/failed-jobs?sort=["failedAt","ASC"]&range=[0,0]');
    expect([headers['content-range'], headers['cache-control']]).toEqual(['failed-jobs 0-0/2', 'no-store']);
    expect(body).toEqual([
      {
        id: expect.stringMatching(/^system~(one|two)$/),
        queue: 'system',
        job: UNKNOWN,
        attempts: 1,
        addedAt: expect.any(String),
        failedAt: expect.any(String),
        failure: `no handler for ${UNKNOWN}`,
        may: ['retry', 'drop'],
      },
    ]);
    expect(JSON.stringify(await failed())).not.toContain('sbs_never_shown');
    expect((await failed('?sort=["failedAt","DESC"]')).map(({ id }) => id)).not.toEqual(
      (await failed('?sort=["failedAt","ASC"]')).map(({ id }) => id),
    );
    expect(await failed(`?filter=${encodeURIComponent(JSON.stringify({ q: 'NO HANDLER' }))}`)).toHaveLength(2);
    expect(await failed(`?filter=${encodeURIComponent(JSON.stringify({ job: 'mail.send' }))}`)).toEqual([]);
    expect(await failed(`?filter=${encodeURIComponent(JSON.stringify({ id: ['system~one'] }))}`)).toMatchObject([{ id: 'system~one' }]);
    expect((await rest('GET', '/admin/failed-jobs/system~one')).body).toMatchObject({ id: 'system~one' });
  });

  it('puts a failed job back once, whoever of two admins is faster', async () => {
    const other = await anotherAdmin(api);
    const answers = await Promise.all([admin, other].map((as) => rest('POST', '/admin/failed-jobs/system~one/retry', {}, as)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404]);
    expect((await failed()).map(({ id }) => id)).toEqual(['system~two']);
    expect(await kind(UNKNOWN)).toMatchObject({ waiting: 1, failed: 1 });
    expect(await acts()).toEqual([
      {
        action: 'failed-job.retry',
        actor_id: expect.any(String),
        target_id: 'one',
        detail: { job: UNKNOWN, queue: 'system', jobId: 'one' },
      },
    ]);
  });

  it('runs it again', async () => {
    await withWorker(async () => {
      await eventually(async () => expect(await failed()).toHaveLength(2));
    });
    expect(await kind(UNKNOWN)).toMatchObject({ waiting: 0, failed: 2, failedTries: 3, givenUp: 3 });
  });

  it('does what can be done of several, and says of each why not', async () => {
    const { status, body } = await rest<{ data: SetAsideOutcomeWire[] }>('POST', '/admin/failed-jobs/bulk', {
      action: 'drop',
      ids: ['system~one', 'system~nothing', 'elsewhere~one', 'system~one', 'system~later'],
    });
    expect(status).toBe(200);
    const none = 'There is no such failed job';
    expect(body.data).toEqual([
      { id: 'system~one', done: true, reason: null },
      { id: 'system~nothing', done: false, reason: none },
      { id: 'elsewhere~one', done: false, reason: none },
      // It waits for its time and has not failed.
      { id: 'system~later', done: false, reason: none },
    ]);
    expect((await failed()).map(({ id }) => id)).toEqual(['system~two']);
    expect((await kind(UNKNOWN))?.delayed).toBe(1);
    expect((await acts()).map(({ action, target_id }) => [action, target_id])).toEqual([
      ['failed-job.retry', 'one'],
      ['failed-job.drop', 'one'],
    ]);
    expect((await rest('DELETE', '/admin/failed-jobs/system~two')).body).toEqual({ id: 'system~two' });
    expect((await rest('DELETE', '/admin/failed-jobs/system~two')).status).toBe(404);
    expect(await failed()).toEqual([]);
  });

  it('does the same with dead letters', async () => {
    await api.em().execute(
      `insert into outbox (id, kind, dedupe_key, payload, dead_at, error)
          select gen_random_uuid(), 'exchange.start-sync', 'k' || n, '\\xe1026b32', now(), 'gone' from generate_series(1, 3) n`,
    );
    const letters = (await rest<{ id: string }[]>('GET', '/admin/dead-letters')).body.map(({ id }) => id);
    expect((await overview()).outbox).toContainEqual({
      kind: 'exchange.start-sync',
      waiting: 0,
      sending: 0,
      dead: 3,
      oldestAt: null,
      lagSeconds: 0,
    });
    const [first = '', second = ''] = letters;
    const retried = await rest<{ data: SetAsideOutcomeWire[] }>('POST', '/admin/dead-letters/bulk', { action: 'retry', ids: [first] });
    expect(retried.body.data).toEqual([{ id: first, done: true, reason: null }]);
    const dropped = await rest<{ data: SetAsideOutcomeWire[] }>('POST', '/admin/dead-letters/bulk', {
      action: 'drop',
      ids: [first, second],
    });
    expect(dropped.body.data).toEqual([
      { id: first, done: false, reason: 'There is no such dead letter' },
      { id: second, done: true, reason: null },
    ]);
    expect((await overview()).outbox.find((one) => one.kind === 'exchange.start-sync')).toMatchObject({
      waiting: 1,
      dead: 1,
      oldestAt: expect.any(String),
    });
    expect(await api.em().execute(`select action, target_id from audit_events where action like 'dead-letter.%' order by at, id`)).toEqual([
      { action: 'dead-letter.retry', target_id: first },
      { action: 'dead-letter.drop', target_id: second },
    ]);
  });

  it('keeps counting what it could not write down', async () => {
    await withWorker(async () => {
      expect(worker!.get(SchedulerRegistry, { strict: false }).getIntervals().sort()).toEqual([
        'fx-rates',
        'heartbeat',
        'job-schedules',
        'job-stats',
      ]);
      const stats = worker!.get(JobStats, { strict: false });
      await api.em().execute('alter table job_tallies rename to job_tallies_away');
      try {
        stats.failed('tally.test', new Error('bearer abc.def.ghi\u0000failed'), false);
        await expect(stats.flush()).rejects.toThrow();
        stats.done('tally.test');
      } finally {
        await api.em().execute('alter table job_tallies_away rename to job_tallies');
      }
      await stats.flush();
    });
    expect(await kind('tally.test')).toMatchObject({ done: 1, failedTries: 1, givenUp: 0, failure: 'bearer [redacted] failed' });
  });

  it('adds what several workers write down in one hour, and keeps the newer failure', async () => {
    const other = new JobStats(api.app.get(MikroORM));
    other.failed('tally.test', new Error('the newer one'), true);
    await other.flush();
    expect(await kind('tally.test')).toMatchObject({ done: 1, failedTries: 2, givenUp: 1, failure: 'the newer one' });
    await api.em().execute(`update job_tallies set hour = hour - interval '2 days'`);
    // The sums are of a day, the last failure stays known.
    expect(await kind('tally.test')).toMatchObject({ done: 0, failedTries: 0, failure: 'the newer one' });
  });
});
