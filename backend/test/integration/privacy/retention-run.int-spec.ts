import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { RequestContext } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { FileStore } from '../../../src/platform/storage/index.js';
import { RetentionDueHandler } from '../../../src/club/privacy/retention/retention-due.handler.js';
import { type, variablesOf } from '../cli/command-line.js';
import { until } from '../../support/until.js';
import { anotherAdmin } from '../users/people.js';
import { lineOf, RetentionWorld, there } from './retention-world.js';

/** The built command line: a process of its own, which can be killed. */
const CLI = resolve(import.meta.dirname, '../../../../dist/backend/bundle/cli.mjs');

let world: RetentionWorld;
beforeAll(async () => (world = await RetentionWorld.start()), 60_000);
afterAll(() => world.stop(), 60_000);

const cli = (...argv: string[]) => type(argv, { environment: variablesOf(world.api.config) });
const runs = async () =>
  (
    await world.rows<{ trigger: string }>(
      `select detail ->> 'trigger' as trigger from audit_events where action = 'retention.run' order by at, id`,
    )
  ).map(({ trigger }) => trigger);

/** Members whose papers were refused long ago. */
const refused = (count: number) =>
  Promise.all(
    Array.from({ length: count }, async () => world.kyc((await world.member()).id, 'rejected', { decided: world.ago('91 days') })),
  );
const records = (ids: readonly string[]) =>
  world.rows<{ id: string }>(
    `select detail ->> 'submissionId' as id from audit_events where action = 'retention.delete'
      and detail ->> 'submissionId' = any(?::text[])`,
    [`{${ids.join(',')}}`],
  );

describe('a run', () => {
  it('that is dry counts and changes not a row and not a file', async () => {
    const papers = await refused(2);
    const [gone] = await world.around('rejected_at', '6 years');
    await world.account(gone!);
    const before = await world.everything();
    const report = await world.run({ dryRun: true });
    expect([lineOf(report, 'rejected-kyc'), lineOf(report, 'records'), lineOf(report, 'exchange-keys')]).toMatchObject([
      { due: 2, dueFiles: 4, done: 0 },
      { due: 3, done: 0 },
      { due: 1, done: 0 },
    ]);
    expect(await world.everything()).toEqual(before);
    expect(there(papers.flatMap(({ paths }) => paths))).toEqual([true, true, true, true]);
    expect(lineOf(await world.run(), 'rejected-kyc')).toMatchObject({ due: 2, done: 2 });
    expect(await world.everything()).not.toEqual(before);
  });

  it('twice is once', async () => {
    const papers = await refused(1);
    expect(lineOf(await world.run(), 'rejected-kyc')).toMatchObject({ due: 1, done: 1 });
    const again = await world.run();
    expect(again.lines.filter(({ name }) => name !== 'audit').map(({ name, due, done }) => [name, due, done])).toEqual(
      again.lines.filter(({ name }) => name !== 'audit').map(({ name }) => [name, 0, 0]),
    );
    expect(await records(papers.map(({ id }) => id))).toHaveLength(1);
  });

  it('beside another one shares the work and doubles nothing', async () => {
    const papers = await refused(25); // more than a batch
    const reports = await Promise.all([world.run(), world.run(), world.run()]);
    await world.run(); // what one had locked while the others looked
    expect(reports.every(({ lines }) => lines.every(({ failure }) => failure === null))).toBe(true);
    expect(
      await world.left(
        'kyc_submissions',
        papers.map(({ id }) => id),
      ),
    ).toEqual(papers.map(() => false));
    expect((await records(papers.map(({ id }) => id))).length).toBe(25);
    expect(
      await world.left(
        'shredded_submissions',
        papers.map(({ id }) => id),
      ),
    ).toEqual(papers.map(() => true));
    expect(there(papers.flatMap(({ paths }) => paths)).every((kept) => !kept)).toBe(true);
  });

  it('that is killed in the middle of a batch has done whole batches: what was begun is still due, and the next run ends it', async () => {
    const papers = await refused(23);
    const ids = papers.map(({ id }) => id);
    const [{ file }] = (await world.rows<{ file: string }>('select id_card_file_id as file from kyc_submissions where id = ?', [
      ids[11],
    ])) as [{ file: string }];
    const holder = world.api.em();
    await holder.begin();
    await holder.execute('select 1 from files where id = ? for update', [file]);
    const child = spawn(process.execPath, [CLI, 'retention:run'], {
      env: { ...process.env, ...variablesOf(world.api.config) },
      stdio: 'ignore',
    });
    // The statement of a batch before it stays in view while that batch deletes its files: waiting for a lock tells them apart.
    const deleting = (state: string) =>
      world.rows(
        `select 1 from pg_stat_activity
         where datname = current_database() and query like 'delete from "files"%' and pid <> pg_backend_pid() and ${state}`,
      );
    await until('batch that waits', async () => ((await deleting(`wait_event_type = 'Lock'`)).length > 0 ? true : null));
    child.kill('SIGKILL');
    await once(child, 'exit');
    await holder.rollback();
    await until('end of its connection', async () => ((await deleting('true')).length === 0 ? true : null));

    const left = await world.left('kyc_submissions', ids);
    expect([3, 23]).toContain(left.filter(Boolean).length);
    expect(papers.map(({ paths }) => there(paths))).toEqual(left.map((kept) => [kept, kept]));
    expect(await world.left('shredded_submissions', ids)).toEqual(left.map((kept) => !kept));
    expect(lineOf(await world.run(), 'rejected-kyc')).toMatchObject({ due: left.filter(Boolean).length, failure: null });
    expect(await world.left('kyc_submissions', ids)).toEqual(ids.map(() => false));
    expect(there(papers.flatMap(({ paths }) => paths)).every((kept) => !kept)).toBe(true);
    expect((await records(ids)).length).toBe(23);
  });

  it('that ends between two files of a batch leaves the rows of both, and goes on with the rest of the table', async () => {
    const papers = await refused(2);
    const session = await world.member();
    await world.rows(
      `insert into sessions (id, user_id, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch)
        values (gen_random_uuid(), ?, 60, ${world.ago('91 days')}, now(), 0) returning 1`,
      [session.id],
    );
    const store = world.worker.get(FileStore, { strict: false });
    const remove = store.delete.bind(store);
    let asked = 0;
    const spy = jest
      .spyOn(store, 'delete')
      .mockImplementation((key) => (++asked > 1 ? Promise.reject(new Error('the disk is away')) : remove(key)));
    const report = await world.run();
    spy.mockRestore();
    expect(lineOf(report, 'rejected-kyc')).toMatchObject({ due: 2, done: 0, failure: 'the disk is away' });
    expect(lineOf(report, 'sessions')).toMatchObject({ due: 1, done: 1, failure: null });
    expect(there(papers.flatMap(({ paths }) => paths)).filter(Boolean)).toHaveLength(3);
    const files = await world.rows(
      `select 1 from files f join kyc_submissions k on f.id in (k.id_card_file_id, k.proof_file_id) where k.id = any(?::uuid[])`,
      [`{${papers.map(({ id }) => id).join(',')}}`],
    );
    expect(files).toHaveLength(4);
    expect(lineOf(await world.run(), 'rejected-kyc')).toMatchObject({ due: 2, done: 2, doneFiles: 4, failure: null });
  });
});

describe('retention:run', () => {
  it('shows what is due, and then deletes it, with a record of either alone where something changed', async () => {
    const [papers] = await refused(1);
    const before = await runs();
    const dry = await cli('retention:run', '--dry-run');
    expect(dry).toMatchObject({ code: 0, err: '', out: expect.stringMatching(/^Nothing was changed\. Due at .*Z:\n/) });
    expect(dry.out).toContain(
      'rejected-kyc: 1 due with 2 files\n  Papers of verifications that were rejected. Kept: 90 days after the decision\n',
    );
    expect([await runs(), there(papers!.paths)]).toEqual([before, [true, true]]);
    const real = await cli('retention:run', '--json');
    expect(real.code).toBe(0);
    expect(real.json<{ dryRun: boolean; lines: object[] }>()).toMatchObject({
      dryRun: false,
      lines: expect.arrayContaining([expect.objectContaining({ name: 'rejected-kyc', due: 1, done: 1, doneFiles: 2 })]),
    });
    expect([await runs(), there(papers!.paths)]).toEqual([
      [...before, 'command'],
      [false, false],
    ]);
  });

  it('keeps to the periods that the operator has set', async () => {
    const { id: userId } = await world.member();
    await world.rows(
      `insert into sessions (id, user_id, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch)
        values (gen_random_uuid(), ?, 60, ${world.ago('40 days')}, now(), 0) returning 1`,
      [userId],
    );
    const sessions = async (more: NodeJS.ProcessEnv) =>
      lineOf(
        (await type(['retention:run', '--dry-run', '--json'], { environment: variablesOf(world.api.config, more) })).json(),
        'sessions',
      );
    expect(await sessions({})).toMatchObject({ due: 0, kept: '90 days after their end' });
    expect(await sessions({ RETENTION_SESSION_DAYS: '39' })).toMatchObject({ due: 1, kept: '39 days after their end' });
    expect(await type(['retention:run'], { environment: variablesOf(world.api.config, { RETENTION_RECORDS_YEARS: '4' }) })).toMatchObject({
      code: 1,
      err: expect.stringContaining('RETENTION_RECORDS_YEARS must be at least 5'),
    });
  });
});

describe('retention:hold', () => {
  it('keeps what is due until it is lifted, and is listed; the member does not learn of it', async () => {
    const admin = await anotherAdmin(world.api);
    const member = await world.member();
    const papers = await world.kyc(member.id, 'rejected', { decided: world.ago('91 days') });
    const hold = (...more: string[]) =>
      cli('retention:hold', '--user', member.email, '--reason', 'Order 7 of the court', '--confirmed-by', admin.email, ...more);
    expect(await hold()).toMatchObject({ code: 0, out: expect.stringContaining('until the hold is lifted') });
    expect((await cli('retention:hold')).out).toMatch(new RegExp(`${member.id} since .*: Order 7 of the court`));
    expect(lineOf(await world.run(), 'rejected-kyc')).toMatchObject({
      done: 0,
      spared: expect.arrayContaining([expect.objectContaining({ why: 'on hold' })]),
    });
    expect(there(papers.paths)).toEqual([true, true]);
    expect(
      await world.rows(`select 1 from audit_events where action like 'retention.%' and target_type = 'user' and target_id = ?`, [
        member.id,
      ]),
    ).toEqual([]);
    expect(await hold('--lift')).toMatchObject({ code: 0 });
    expect(await hold('--lift')).toMatchObject({ code: 1, err: expect.stringContaining('There is no hold on this account') });
    await world.run();
    expect(there(papers.paths)).toEqual([false, false]);
    expect(
      (
        await world.rows<{ action: string }>(
          `select action from audit_events where target_type = 'hold' and detail ->> 'userId' = ? order by at, id`,
          [member.id],
        )
      ).map(({ action }) => action),
    ).toEqual(['retention.hold', 'retention.release']);
  });

  it('ends by itself on its day', async () => {
    const admin = await anotherAdmin(world.api);
    const member = await world.member();
    const papers = await world.kyc(member.id, 'rejected', { decided: world.ago('91 days') });
    const until = (day: string) =>
      cli('retention:hold', '--user', member.id, '--reason', 'x', '--confirmed-by', admin.email, '--until', day);
    expect(await until('2999-02-30')).toMatchObject({ code: 2, err: expect.stringContaining('--until is a day') });
    expect(await until('2999-02-28')).toMatchObject({ code: 0 });
    await world.run();
    expect(there(papers.paths)).toEqual([true, true]);
    expect(await until(new Date(world.at.getTime() - 86_400_000).toISOString().slice(0, 10))).toMatchObject({ code: 0 });
    await world.run();
    expect(there(papers.paths)).toEqual([false, false]);
  });

  it('wants a member, words and an admin', async () => {
    const member = await world.member();
    expect(await cli('retention:hold', '--reason', 'x')).toMatchObject({ code: 2 });
    expect(await cli('retention:hold', '--user', member.email)).toMatchObject({ code: 2 });
    expect(await cli('retention:hold', '--user', member.email, '--reason', 'x', '--confirmed-by', member.email)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is no active admin'),
    });
  });
});

describe('the nightly job', () => {
  const night = () =>
    RequestContext.create(world.worker.get(MikroORM).em, () => world.worker.get(RetentionDueHandler, { strict: false }).handle());

  it('waits for the first day to be over, runs once a night whoever asks, and again where something could not be deleted', async () => {
    const nightly = async () => (await runs()).filter((trigger) => trigger === 'nightly').length;
    await night();
    expect(await nightly()).toBe(0);
    // An entry of the day before: the installation is older than a day.
    await world.rows(
      `insert into audit_events (id, at, action, detail) values (gen_random_uuid(), now() - interval '25 hours', 'test.old', '{}')
        returning 1`,
    );
    const [papers] = await refused(1);
    const store = world.worker.get(FileStore, { strict: false });
    const spy = jest.spyOn(store, 'delete').mockRejectedValue(new Error('the disk is away'));
    await expect(night()).rejects.toThrow('retention failed for rejected-kyc');
    spy.mockRestore();
    expect([await nightly(), there(papers!.paths)]).toEqual([1, [true, true]]);
    await night();
    expect([await nightly(), there(papers!.paths)]).toEqual([2, [false, false]]);
    await night();
    await cli('retention:run');
    expect(await nightly()).toBe(2);
  });
});
