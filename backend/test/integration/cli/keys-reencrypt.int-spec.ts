import { fork } from 'node:child_process';
import { rmSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AuditLog } from '../../../src/operations/audit/index.js';
import { uuidv7 } from '../../../src/platform/domain/index.js';
import { Sealer } from '../../../src/platform/crypto/index.js';
import type { ReencryptionReport } from '../../../src/operations/keys/index.js';
import { ReencryptionRunRepository } from '../../../src/operations/keys/reencryption-run.repository.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { until } from '../../support/until.js';
import { SealedWorld, type Seen } from './sealed-world.js';

/** The command line as it is built, in a process of its own. */
const CLI = fileURLToPath(new URL('../../../../dist/backend/src/cli.js', import.meta.url));

let api: TestApi;
let world: SealedWorld;
let other: pg.Client;
beforeAll(async () => {
  api = await createTestApi();
  world = new SealedWorld(api);
  // Without a worker beside it nobody else writes.
  await world.member();
  await world.member();
}, 180_000);
afterAll(() => api.close());
beforeEach(async () => {
  await api.em().execute('delete from reencryption_runs');
  other = new pg.Client({ connectionString: api.config.databaseUrl });
  await other.connect();
});
afterEach(() => other.end());

const reencrypt = (...options: string[]) => world.keys('reencrypt', options);
const report = async (...options: string[]) => (await reencrypt(...options, '--json')).json<ReencryptionReport>();
const runs = () =>
  api
    .em()
    .execute<{ id: string; state: string; value_count: number; file_count: number; fault_count: number; finished_at: string | null }[]>(
      'select * from reencryption_runs order by id',
    );
const audited = () =>
  api
    .em()
    .execute<{ target_id: string; detail: Record<string, unknown> }[]>(
      `select target_id, detail from audit_events where action = 'keys.reencrypt' order by at, id`,
    );
const isFile = (place: string) => place.startsWith('files ');
const countOf = (seen: Map<string, Seen>) => ({
  values: [...seen.keys()].filter((place) => !isFile(place)).length,
  files: [...seen.keys()].filter(isFile).length,
});
const plaintexts = (seen: Map<string, Seen>) => [...seen].map(([place, { plaintext }]) => [place, plaintext]);
/** Places whose data key is still the one that it was. */
const kept = (before: Map<string, Seen>, after: Map<string, Seen>) =>
  [...before].filter(([place, { dataKey }]) => after.get(place)?.dataKey === dataKey).map(([place]) => place);
/**
 * A process that waits for a row that `other` holds. Asked outside of its transaction, in which the view would stay as it was first seen.
 */
const waiting = () =>
  until(
    'process that waits for a row',
    async () =>
      (
        await api
          .em()
          .execute<{ pid: number }[]>(`select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)
      )[0] ?? null,
  );
const keyRows = () =>
  api.em().execute<{ id: string; user_id: string; api_key: Buffer }[]>('select id, user_id, api_key from exchange_accounts order by id');

describe('keys:reencrypt', () => {
  it('gives everything a new data key and leaves what it says as it was', async () => {
    const before = await world.seen();
    const log = await audited();
    const answer = await reencrypt('--batch', '1');
    const after = await world.seen();
    expect(kept(before, after)).toEqual([]);
    expect(plaintexts(after)).toEqual(plaintexts(before));
    const { values, files } = countOf(before);
    expect(files).toBeGreaterThan(4);
    expect(answer).toMatchObject({
      code: 0,
      out: `${values} values and ${files} files got a new data key, under the key "k2"\n`,
      err: expect.stringMatching(/exchange_accounts\.api_key: 2 under new data keys\n(.|\n)*files: \d+ under new data keys/),
    });
    const [run] = await runs();
    expect(run).toMatchObject({ state: 'done', value_count: values, file_count: files, fault_count: 0, finished_at: expect.any(String) });
    expect((await audited()).slice(log.length)).toEqual([
      { target_id: run!.id, detail: { event: 'begin', key: 'k2' } },
      { target_id: run!.id, detail: { event: 'end', key: 'k2', values, files, faults: 0 } },
    ]);
    expect(await world.keys('verify')).toMatchObject({ code: 0, out: `${values} values and ${files} files looked at, 0 do not open\n` });
  });

  it('begins again when the last run is done', async () => {
    await reencrypt();
    const between = await world.seen();
    expect(await report()).toMatchObject({ ...countOf(between), resumed: false });
    expect(kept(between, await world.seen())).toEqual([]);
    expect((await runs()).map(({ state }) => state)).toEqual(['done', 'done']);
  });

  it('puts all of it under the key that seals now, whatever it was under', async () => {
    const { keyring } = api.config;
    const earlier = JSON.stringify({
      current: 'k1',
      keys: Object.fromEntries([...keyring.keys].map(([id, key]) => [id, key.toString('base64')])),
      index: keyring.index.toString('base64'),
    });
    expect(await world.keys('rewrap', [], { ENCRYPTION_KEYS: earlier })).toMatchObject({ code: 0 });
    expect(new Set([...(await world.seen()).values()].map(({ kid }) => kid))).toEqual(new Set(['k1']));
    await reencrypt();
    expect(new Set([...(await world.seen()).values()].map(({ kid }) => kid))).toEqual(new Set(['k2']));
    expect(await api.em().execute('select distinct key_id from files')).toEqual([{ key_id: 'k2' }]);
  });

  it('counts first, and changes nothing then', async () => {
    const rows = () =>
      api.em().execute(
        `select (select jsonb_agg(t order by id) from exchange_accounts t) as keys, (select jsonb_agg(t order by id)
            from files t) as files, (select jsonb_agg(t order by id) from outbox t) as messages, (select count(*)
            from audit_events)::int as events`,
      );
    const [before, tables] = [await world.seen(), await rows()];
    const { values, files } = countOf(before);
    expect(await reencrypt('--dry-run')).toMatchObject({
      code: 0,
      out: `${values} values and ${files} files would get a new data key, under the key "k2"\n`,
    });
    expect(await report('--dry-run', '--anew')).toMatchObject({ run: null, values, files, faults: [] });
    expect(await world.seen()).toEqual(before);
    expect(await rows()).toEqual(tables);
    expect(await runs()).toEqual([]);
  });

  it('refuses a batch of a size that there is not', async () => {
    for (const size of ['0', '5001', 'many'])
      expect(await reencrypt('--batch', size)).toMatchObject({
        code: 2,
        err: expect.stringContaining('--batch is a number from 1 to 5000'),
      });
    expect(await runs()).toEqual([]);
  });

  it('shares the work of two at once, and nothing is done twice or left out', async () => {
    const before = await world.seen();
    const both = await Promise.all([report('--batch', '1'), report('--batch', '2')]);
    const { values, files } = countOf(before);
    expect(both.map((one) => one.values).reduce((a, b) => a + b)).toBe(values);
    expect(both.map((one) => one.files).reduce((a, b) => a + b)).toBe(files);
    expect(both.map(({ totals }) => totals)).toEqual([
      { values, files, faults: 0 },
      { values, files, faults: 0 },
    ]);
    expect(new Set(both.map(({ run }) => run)).size).toBe(1);
    const after = await world.seen();
    expect(kept(before, after)).toEqual([]);
    expect(plaintexts(after)).toEqual(plaintexts(before));
    expect(await runs()).toEqual([expect.objectContaining({ state: 'done' })]);
    expect((await audited()).filter(({ target_id }) => target_id === both[0]!.run).map(({ detail }) => detail['event'])).toEqual([
      'begin',
      'end',
    ]);
  });
});

describe('a process that is killed on its way', () => {
  it('loses nothing, and the next one goes on where it was', async () => {
    const before = await world.seen();
    const [, second] = await keyRows();
    await other.query('begin');
    await other.query('select 1 from exchange_accounts where id = $1 for update', [second!.id]);
    const mortal = fork(CLI, ['keys:reencrypt', '--batch', '1'], {
      env: { ...process.env, ...world.environment() },
      execArgv: [],
      stdio: 'ignore',
    });
    const gone = new Promise((resolve) => mortal.once('exit', (_, signal) => resolve(signal)));
    const { pid } = await waiting();
    mortal.kill('SIGKILL');
    expect(await gone).toBe('SIGKILL');
    await other.query('rollback');
    await until('end of its connection', async () =>
      (await other.query('select 1 from pg_stat_activity where pid = $1', [pid])).rows.length === 0 ? true : null,
    );

    const halfway = await world.seen();
    expect(plaintexts(halfway)).toEqual(plaintexts(before));
    const done = [...before.keys()].filter((place) => !kept(before, halfway).includes(place));
    expect(done).toEqual([`exchange_accounts.api_key ${(await keyRows())[0]!.id}`]);
    expect(await runs()).toEqual([expect.objectContaining({ state: 'running', value_count: 1, finished_at: null })]);
    const { values, files } = countOf(before);
    expect(await report('--dry-run')).toMatchObject({ resumed: true, values: values - 1, files });
    expect(await report('--dry-run', '--anew')).toMatchObject({ resumed: false, values, files });

    expect(await reencrypt()).toMatchObject({
      code: 0,
      out: expect.stringMatching(
        new RegExp(
          `^The run that began at \\S+ went on; --anew begins at the first value\\n${values - 1} values and ${files} files ` +
            `got a new data key, under the key "k2"\\n${values} values and ${files} files in the whole run\\n$`,
        ),
      ),
    });
    const after = await world.seen();
    expect(kept(before, after)).toEqual([]);
    expect(kept(halfway, after)).toEqual(done);
    expect(plaintexts(after)).toEqual(plaintexts(before));
    expect(await runs()).toEqual([expect.objectContaining({ state: 'done', value_count: values, file_count: files })]);
  });

  it('is not gone on with where one begins anew, and cannot go on itself then', async () => {
    await api.em().execute(
      `insert into reencryption_runs (id, state, cursors, fault_count)
          values (?, 'running', '{"exchange_accounts.api_key":"end","files":"end"}', 3)`,
      [uuidv7()],
    );
    const [open] = await runs();
    const before = await world.seen();
    expect(await report('--anew')).toMatchObject({ ...countOf(before), resumed: false, totals: { faults: 0 } });
    expect(kept(before, await world.seen())).toEqual([]);
    expect(await runs()).toMatchObject([{ id: open!.id, state: 'abandoned' }, { state: 'done' }]);
    const stale = new ReencryptionRunRepository(api.em(), api.app.get(AuditLog, { strict: false }));
    const touched: string[] = [];
    const work = async () => (touched.push('a row'), { values: 0, files: 0, faults: 0, after: null });
    await expect(stale.step(open!.id, 'outbox.payload', work)).rejects.toThrow('Another keys:reencrypt --anew has begun');
    await expect(stale.finish(open!.id, 'k2')).rejects.toThrow('Another keys:reencrypt --anew has begun');
    expect(touched).toEqual([]);
  });

  it('says that others of the run have left something', async () => {
    await api.em().execute(`insert into reencryption_runs (id, state, fault_count) values (?, 'running', 3)`, [uuidv7()]);
    expect(await reencrypt()).toMatchObject({
      code: 1,
      out: expect.stringMatching(/3 were left by other processes of this run: keys:verify names them\n$/),
    });
  });
});

describe('a row that is written meanwhile', () => {
  const sealer = () => api.app.get(Sealer, { strict: false });

  it('keeps what was written, under a new data key too', async () => {
    const before = await world.seen();
    const [row] = await keyRows();
    // The first column of all: it has been read when its row is waited for.
    const place = `exchange_accounts.api_key ${row!.id}`;
    await other.query('begin');
    // Under the data key that it has, as a rotation writes it, and then with another value: both come between reading and writing.
    await other.query('update exchange_accounts set api_key = $2 where id = $1', [
      row!.id,
      sealer().rewrap(row!.api_key, { table: 'exchange_accounts', rowId: row!.id, userId: row!.user_id, field: 'api_key' }),
    ]);
    const rotated = reencrypt();
    await waiting();
    await other.query('commit');
    expect(await rotated).toMatchObject({ code: 0 });
    const between = await world.seen();
    expect(kept(before, between)).toEqual([]);
    expect(plaintexts(between)).toEqual(plaintexts(before));

    const fresh = sealer().seal('a newer secret', { table: 'exchange_accounts', rowId: row!.id, userId: row!.user_id, field: 'api_key' });
    await other.query('begin');
    await other.query('update exchange_accounts set api_key = $2 where id = $1', [row!.id, fresh]);
    const written = reencrypt();
    await waiting();
    await other.query('commit');
    expect(await written).toMatchObject({ code: 0 });
    expect(Buffer.from((await world.seen()).get(place)!.plaintext, 'hex').toString()).toBe('a newer secret');
  });

  it('stays empty where it was emptied, and gone where it was deleted', async () => {
    const newcomer = await world.member();
    const [row] = await api.em().execute<{ id: string }[]>('select id from exchange_accounts where user_id = ?', [newcomer.userId]);
    const [factor] = await api.em().execute<{ id: string }[]>('select id from totp_factors where user_id = ?', [newcomer.userId]);
    const { values } = countOf(await world.seen());
    await other.query('begin');
    await other.query('update exchange_accounts set api_key = null, secret_key = null where id = $1', [row!.id]);
    await other.query('delete from totp_factors where id = $1', [factor!.id]);
    const run = report();
    await waiting();
    await other.query('commit');
    expect(await run).toMatchObject({ values: values - 3, faults: [] });
    expect(await api.em().execute('select api_key, secret_key from exchange_accounts where id = ?', [row!.id])).toEqual([
      { api_key: null, secret_key: null },
    ]);
    expect(await api.em().execute('select 1 from totp_factors where id = ?', [factor!.id])).toEqual([]);
  });
});

describe('what does not open', () => {
  it('is named and left as it is, and the rest is done', async () => {
    const newcomer = await world.member();
    const [factor] = await api
      .em()
      .execute<{ id: string; seed: Buffer }[]>('select id, seed from totp_factors where user_id = ?', [newcomer.userId]);
    const files = await api
      .em()
      .execute<{ id: string; storage_key: string }[]>('select id, storage_key from files where user_id = ? order by id', [newcomer.userId]);
    const pathOf = (key: string) => join(api.config.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
    const [absent, cut] = files.map(({ storage_key }) => ({ path: pathOf(storage_key), bytes: readFileSync(pathOf(storage_key)) }));
    const spoilt = Buffer.from(factor!.seed);
    spoilt[spoilt.length - 1]! ^= 1;
    const { values, files: all } = countOf(await world.seen());
    await api.em().execute('update totp_factors set seed = ? where id = ?', [spoilt, factor!.id]);
    rmSync(absent!.path);
    writeFileSync(cut!.path, cut!.bytes.subarray(0, -1));
    try {
      const answer = await reencrypt();
      expect(answer).toMatchObject({
        code: 1,
        out: expect.stringContaining(`${values - 1} values and ${all - 2} files got a new data key`),
      });
      expect(
        answer.out
          .split('\n')
          .filter((line) => line.startsWith('LEFT: '))
          .toSorted(),
      ).toEqual([
        expect.stringMatching(/^LEFT: files\.content of \S+ does not open: /),
        `LEFT: the file ${files[0]!.id} is not in the file store`,
        expect.stringContaining(`LEFT: totp_factors.seed of ${factor!.id} does not open: `),
      ]);
      expect(await runs()).toEqual([expect.objectContaining({ state: 'done', fault_count: 3 })]);
      expect(await api.em().execute('select seed from totp_factors where id = ?', [factor!.id])).toEqual([{ seed: spoilt }]);
      expect(readFileSync(cut!.path).equals(cut!.bytes.subarray(0, -1))).toBe(true);
    } finally {
      writeFileSync(absent!.path, absent!.bytes);
      writeFileSync(cut!.path, cut!.bytes);
      await api.em().execute('update totp_factors set seed = ? where id = ?', [factor!.seed, factor!.id]);
    }
  });
});
