import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TotpFactorService } from '../../../src/club/auth/mfa/totp-factor.service.js';
import { sealedColumns } from '../../../src/operations/monitoring/index.js';
import type { KeyUse } from '../../../src/operations/keys/index.js';
import { signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { startTestApi, type TestApi } from '../../support/test-app.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { kycWithKey, mustBe, send } from '../payments/paying.js';
import { withEverything } from '../privacy/privacy-world.js';
import { type, variablesOf } from './command-line.js';

const key = (fill: number) => Buffer.alloc(32, fill).toString('base64');

let folder: string;
let ringFile: string;
let database: TestDatabase;
let api: TestApi;
let member: SignedIn;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-keys-'));
  ringFile = join(folder, 'ring.json');
  writeFileSync(ringFile, JSON.stringify({ current: 'k1', keys: { k1: key(1) }, index: key(3) }), { mode: 0o600 });
  database = await createTestDatabase();
  await start();
  member = await signedInMember(api);
  await withEverything(api, member);
  await api.app.get(TotpFactorService, { strict: false }).begin(api.em(), member.userId, member.email);
}, 180_000);
afterAll(async () => {
  await api.app.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The product, with the ring as its file is now. */
async function start(): Promise<void> {
  const { app, config } = await startTestApi(database.url, { ENCRYPTION_KEYS: `file:${ringFile}`, DATA_DIR: join(folder, 'data') });
  const em = () => app.get(MikroORM).em.fork() as ReturnType<TestApi['em']>;
  api = { app, config, em, close: () => app.close() };
  // Its first sign of life is under way when it begins to serve.
  for (let beats: unknown[] = []; beats.length === 0;) beats = await em().execute(`select 1 from process_beats`);
}

async function restart(): Promise<void> {
  await api.app.close();
  await start();
}

const environment = () => variablesOf(api.config, { ENCRYPTION_KEYS: `file:${ringFile}` });
const keys = (verb: string, ...options: string[]) => type([`keys:${verb}`, ...options], { environment: environment() });
const ring = () => JSON.parse(readFileSync(ringFile, 'utf8')) as { current: string; keys: Record<string, string>; index: string };
const listed = async () => Object.fromEntries((await keys('list', '--json')).json<{ keys: KeyUse[] }>().keys.map((use) => [use.id, use]));
const fileOf = (storageKey: string) => join(folder, 'data', 'files', storageKey.slice(0, 2), storageKey.slice(2, 4), storageKey);
const files = () =>
  api.em().execute<{ id: string; storage_key: string; key_id: string | null }[]>('select id, storage_key, key_id from files order by id');

describe('a rotation', () => {
  it('knows every column that the ring seals', async () => {
    const columns = await api.em().execute<{ table: string; column: string }[]>(
      `select table_name as table, column_name as column from information_schema.columns
          where table_schema = 'public' and data_type = 'bytea'`,
    );
    const sealed: string[] = [];
    for (const { table, column } of columns) {
      const rows = await api.em().execute<object[]>(
        `select 1 from "${table}" where octet_length("${column}") > 40 and get_byte("${column}", 0) = 225
            and get_byte("${column}", 1) = 2 and substring("${column}" from 3 for 2) = 'k1'::bytea limit 1`,
      );
      if (rows.length > 0) sealed.push(`${table}.${column}`);
    }
    expect(sealed.toSorted()).toEqual(
      sealedColumns
        .map(({ table, column }) => `${table}.${column}`)
        .filter((name) => name !== 'exchange_accounts.passphrase')
        .toSorted(),
    );
  });

  it('begins with a new key, which no process may seal with before all have it', async () => {
    expect(await keys('list')).toMatchObject({ code: 0, out: expect.stringMatching(/^k1 {2}seals what is new {2}\(.*\d+ files\)\n$/) });
    expect(await keys('add', '--id', 'two words')).toMatchObject({ code: 1, err: expect.stringContaining('A key id has') });
    expect(await keys('add', '--id', 'k1')).toMatchObject({ code: 1, err: expect.stringContaining('has a key "k1" already') });
    expect(await keys('add', '--id', 'k2')).toMatchObject({ code: 0 });
    expect(ring()).toEqual({ current: 'k1', keys: { k1: key(1), k2: expect.stringMatching(/^[\w+/]{43}=$/) }, index: key(3) });
    expect(statSync(ringFile).mode & 0o777).toBe(0o600);
    expect(await keys('use', '--id', 'k3')).toMatchObject({ code: 1, err: expect.stringContaining('no key "k3"') });
    expect(await keys('use', '--id', 'k2')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/started without the key "k2".*: api \d+ on .*Restart them first/),
    });
    expect(ring().current).toBe('k1');
    await restart();
    expect(await keys('use', '--id', 'k2')).toMatchObject({ code: 0 });
    expect(ring().current).toBe('k2');
  });

  it('retires no key that seals, or that a process would seal with', async () => {
    expect(await keys('retire', '--id', 'k2')).toMatchObject({ code: 1, err: expect.stringContaining('is the key that seals') });
    expect(await keys('retire', '--id', 'k1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/still seal with the key "k1": api \d+/),
    });
    await restart();
    expect(await keys('retire', '--id', 'k1')).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /"k1" seals 2 exchange-keys, 1 kyc-addresses, 1 authenticator-apps, \d+ waiting-messages, 8 channel-addresses, 3 files\. /,
      ),
    });
    expect(Object.keys(ring().keys)).toEqual(['k1', 'k2']);
  });

  it('counts first, and changes nothing then', async () => {
    const before = await listed();
    const dry = (await keys('rotate', '--dry-run', '--json')).json<{ values: number; files: number }>();
    expect(dry).toMatchObject({ values: before['k1']!.total - 3, files: 3, faults: [] });
    expect(await listed()).toEqual(before);
    expect(await keys('rotate', '--batch', '0')).toMatchObject({ code: 2 });
  });

  it('goes through everything in small steps, twice at once, while members write', async () => {
    const due = (await listed())['k1']!.total;
    const newcomer = await signedInMember(api);
    const writing = (async () => mustBe(201, send(api, 'createkyc', newcomer.token, (await kycWithKey()).parts)))();
    const runs = await Promise.all([keys('rotate', '--batch', '1', '--json'), keys('rotate', '--batch', '2', '--json')]);
    await writing;
    const reports = runs.map((run) => run.json<{ values: number; files: number; faults: string[] }>());
    expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
    expect(reports.reduce((sum, report) => sum + report.values + report.files, 0)).toBe(due);
    expect(runs.map(({ err }) => err).join('')).toContain('exchange_accounts.api_key: 1 sealed anew');
    expect((await listed())['k1']).toMatchObject({ total: 0, current: false });
    expect((await keys('rotate', '--json')).json()).toMatchObject({ values: 0, files: 0 });
    expect(await keys('verify')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^\d+ values and 5 files looked at, 0 do not open\n$/),
    });
    expect(await api.em().execute(`select count(*)::int as n from audit_events where action = 'keys.rotate'`)).toEqual([{ n: 3 }]);
  });

  it('makes good what a run left that died between a file and its row, and finds out what was never written down', async () => {
    const [one, other] = await files();
    const bytes = readFileSync(fileOf(one!.storage_key));
    await api.em().execute(`update files set key_id = 'k1' where id = ?`, [one!.id]);
    await api.em().execute('update files set key_id = null where id = ?', [other!.id]);
    expect(await keys('retire', '--id', 'k1', '--dry-run')).toMatchObject({ code: 1, err: expect.stringContaining('"k1" seals 1 files') });
    await api.em().execute(`update files set key_id = 'k2' where id = ?`, [one!.id]);
    expect(await keys('retire', '--id', 'k1', '--dry-run')).toMatchObject({
      code: 1,
      err: expect.stringContaining('which key seals 1 files'),
    });
    await api.em().execute(`update files set key_id = 'k1' where id = ?`, [one!.id]);
    expect((await keys('rotate', '--json')).json()).toMatchObject({ values: 0, files: 2, faults: [] });
    expect(readFileSync(fileOf(one!.storage_key)).equals(bytes)).toBe(true);
    expect((await files()).every(({ key_id }) => key_id === 'k2')).toBe(true);
  });

  it('leaves what does not open, says so, and keeps its key', async () => {
    const [file] = await files();
    const path = fileOf(file!.storage_key);
    const bytes = readFileSync(path);
    await api.em().execute(`update files set key_id = 'k1' where id = ?`, [file!.id]);
    const [seed] = await api.em().execute<{ id: string; seed: Buffer }[]>('select id, seed from totp_factors');
    const spoilt = Buffer.from(seed!.seed);
    spoilt.write('k1', 2);
    await api.em().execute('update totp_factors set seed = ? where id = ?', [spoilt, seed!.id]);
    rmSync(path);
    const run = await keys('rotate');
    expect(run).toMatchObject({
      code: 1,
      out: expect.stringMatching(
        new RegExp(
          '^0 values and 0 files were put under the key "k2"\\nLEFT: totp_factors\\.seed of \\S+ does not open: .*\\n' +
            'LEFT: the file \\S+ is not in the file store\\n$',
        ),
      ),
    });
    expect(await keys('verify')).toMatchObject({ code: 1, out: expect.stringContaining('2 do not open\nBROKEN: totp_factors.seed') });
    expect(await keys('retire', '--id', 'k1')).toMatchObject({ code: 1, err: expect.stringContaining('1 authenticator-apps, 1 files') });
    writeFileSync(path, bytes);
    await api.em().execute('update totp_factors set seed = ? where id = ?', [seed!.seed, seed!.id]);
    await api.em().execute(`update files set key_id = 'k2' where id = ?`, [file!.id]);
  });

  it('ends with the old key out of the ring; everything opens without it, and nothing with it alone', async () => {
    expect(await keys('retire', '--id', 'k1', '--dry-run')).toMatchObject({ code: 0, out: '"k1" seals nothing and may be retired\n' });
    expect(Object.keys(ring().keys)).toEqual(['k1', 'k2']);
    expect(await keys('retire', '--id', 'k1')).toMatchObject({ code: 0 });
    expect(Object.keys(ring().keys)).toEqual(['k2']);
    await restart();
    expect(await keys('verify')).toMatchObject({ code: 0 });
    expect(await signIn(api, member.email)).toMatchObject({ userId: member.userId });
    const old = { ...environment(), ENCRYPTION_KEYS: JSON.stringify({ current: 'k1', keys: { k1: key(1) }, index: key(3) }) };
    expect(await type(['keys:verify'], { environment: old })).toMatchObject({
      code: 1,
      out: expect.stringContaining('no key of that id in the ring'),
    });
    expect(await type(['keys:list'], { environment: old })).toMatchObject({
      code: 1,
      out: expect.stringMatching(/k2 {2}MISSING from the ring/),
    });
    const actions = await api
      .em()
      .execute<{ action: string; target_id: string }[]>(
        `select action, target_id from audit_events where action in ('keys.add', 'keys.use', 'keys.retire') order by at`,
      );
    expect(actions).toEqual([
      { action: 'keys.add', target_id: 'k2' },
      { action: 'keys.use', target_id: 'k2' },
      { action: 'keys.retire', target_id: 'k1' },
    ]);
  });
});

describe('a ring that is not in a file', () => {
  it('is changed into a new one', async () => {
    const inText = { ...environment(), ENCRYPTION_KEYS: JSON.stringify(ring()) };
    expect(await type(['keys:add'], { environment: inText })).toMatchObject({ code: 1, err: expect.stringContaining('give --out FILE') });
    const out = join(folder, 'changed.json');
    const added = await type(['keys:add', '--out', out, '--json'], { environment: inText });
    const id = added.json<{ key: string }>().key;
    expect(id).toMatch(/^\d{4}-\d{2}$/);
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      current: 'k2',
      keys: { ...ring().keys, [id]: expect.any(String) },
      index: key(3),
    });
    expect(await type(['keys:add', '--out', out], { environment: inText })).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be made'),
    });
  });
});

describe('a ring in the file of ENCRYPTION_KEYS_FILE', () => {
  it('is changed in its place', async () => {
    const file = join(folder, 'secret');
    writeFileSync(file, JSON.stringify(ring()), { mode: 0o600 });
    const { ENCRYPTION_KEYS: _, ...named } = environment();
    expect(await type(['keys:add', '--id', 'fresh'], { environment: { ...named, ENCRYPTION_KEYS_FILE: file } })).toMatchObject({ code: 0 });
    expect(Object.keys((JSON.parse(readFileSync(file, 'utf8')) as { keys: object }).keys)).toEqual(['k2', 'fresh']);
  });
});

describe('keys:export', () => {
  const passphrase = () => {
    const file = join(folder, 'passphrase');
    writeFileSync(file, 'herons quay lantern sixteen marble\nnot this\n');
    return file;
  };

  it('keeps the keys under a passphrase, and keys:open brings them to another machine', async () => {
    const to = join(folder, 'keys.sealed');
    expect(await keys('export', '--to', to, '--passphrase-file', passphrase())).toMatchObject({ code: 0 });
    expect(readFileSync(to, 'utf8')).not.toContain(Object.values(ring().keys)[0]!.slice(0, 20));
    const out = join(folder, 'opened');
    expect(await type(['keys:open', '--in', to, '--passphrase-file', passphrase(), '--out', out])).toMatchObject({
      code: 0,
      out: expect.stringContaining(`ENCRYPTION_KEYS=file:${out}/keyring.json`),
    });
    expect(JSON.parse(readFileSync(join(out, 'keyring.json'), 'utf8'))).toEqual(ring());
    expect(statSync(join(out, 'keyring.json')).mode & 0o777).toBe(0o600);
    const there = { ...environment(), ENCRYPTION_KEYS: `file:${out}/keyring.json`, LOG_SIGNING_KEY: `file:${out}/log-key.pem` };
    expect(await type(['keys:verify'], { environment: there })).toMatchObject({ code: 0 });
    const other = join(folder, 'other-passphrase');
    writeFileSync(other, 'herons quay lantern sixteen marvel');
    expect(await type(['keys:open', '--in', to, '--passphrase-file', other])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('does not open with this passphrase'),
    });
    writeFileSync(other, 'short');
    expect(await keys('export', '--to', join(folder, 'weak'), '--passphrase-file', other)).toMatchObject({
      code: 1,
      err: expect.stringContaining('16 characters'),
    });
    expect(await keys('export', '--to', to, '--passphrase-file', passphrase())).toMatchObject({
      code: 1,
      err: expect.stringContaining('cannot be made'),
    });
  });

  it('seals to the offline key where there is no passphrase', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const pem = join(folder, 'private.pem');
    writeFileSync(pem, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const to = join(folder, 'offline.sealed');
    expect(await keys('export', '--to', to)).toMatchObject({ code: 1, err: expect.stringContaining('no OFFLINE_SEAL_PUBLIC_KEY') });
    const point = Buffer.from(publicKey.export({ format: 'jwk' }).x as string, 'base64url').toString('base64');
    expect(await type(['keys:export', '--to', to], { environment: { ...environment(), OFFLINE_SEAL_PUBLIC_KEY: point } })).toMatchObject({
      code: 0,
    });
    expect(await type(['keys:open', '--in', to, '--key', pem])).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^It opens: the keys k2 as of /),
    });
    expect(await type(['keys:open', '--in', to, '--passphrase-file', passphrase()])).toMatchObject({
      code: 1,
      err: expect.stringContaining('sealed to the offline key'),
    });
    expect(await type(['keys:open', '--in', to])).toMatchObject({ code: 2 });
    expect(await type(['keys:open', '--in', ringFile, '--key', pem])).toMatchObject({
      code: 1,
      err: expect.stringContaining('not what keys:export wrote'),
    });
  });
});
