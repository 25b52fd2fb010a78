import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChainReport } from '../../../src/operations/audit/index.js';
import { AuditAnchorsService } from '../../../src/operations/audit/audit-anchors.service.js';
import { AuditSealerService } from '../../../src/operations/audit/index.js';
import type { MadeBackup, RestoredReport } from '../../../src/operations/backup/index.js';
import { readManifest, writeManifest, type Manifest } from '../../../src/operations/backup/manifest.store.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import type { LogReport } from '../../../src/trading/transparency/index.js';
import { call, signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { startTestApi } from '../../support/test-app.js';
import { createBlankDatabase, createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { mustBe, send, kycWithKey } from '../payments/paying.js';
import { LogWorld } from '../transparency/log-world.js';
import { catalogOf } from './catalog.js';
import { type, variablesOf } from './command-line.js';

/** Tables that are not compared: what a restore makes afresh, and what a backup records after its snapshot. */
const AFRESH = [
  'sessions',
  'mail_tokens',
  'webauthn_challenges',
  'data_exports',
  'review_presences',
  'process_beats',
  'backup_runs',
  'mikro_orm_migrations',
];

let folder: string;
let world: LogWorld;
let member: SignedIn;
let variables: NodeJS.ProcessEnv;
let made: MadeBackup;
const databases: TestDatabase[] = [];
const backup = () => join(folder, 'backup');

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-backup-'));
  world = await LogWorld.start();
  member = await signedInMember(world.api, 'trade club', { otherName: 'Zoë d’Été' });
  await mustBe(201, send(world.api, 'createkyc', member.token, (await kycWithKey()).parts));
  await world.publishMany(3);
  await world.signer().sign();
  await seal();
  await world.publishMany(1);
  await world.rows(
    `insert into dev_mails (recipient, subject, text, html) values ('ann@example.com', E'a\\tb\\\\c \\\\N', E'two\\nlines\\\\.\\n\\r', '')`,
  );
  variables = { ...variablesOf(world.api.config), SEED_DEMO: 'false' };
  const answer = await type(['backup', '--to', backup(), '--json'], { environment: variables });
  if (answer.code !== 0) throw new Error(answer.err);
  made = answer.json<MadeBackup>();
}, 180_000);
afterAll(async () => {
  await world.stop();
  for (const database of databases) await database.drop();
  rmSync(folder, { recursive: true });
});

async function seal(): Promise<void> {
  const anchors = new AuditAnchorsService(world.api.config);
  anchors.publish = () => Promise.resolve();
  await new AuditSealerService(world.api.app.get(MikroORM), anchors).sealAll();
}

const kept = (database: TestDatabase) => (databases.push(database), database);
const blank = async () => kept(await createBlankDatabase());
/** With a schema, and no rows. */
const empty = async () => kept(await createTestDatabase());

/** Another machine: its own database and folder, and the keys that were kept apart. */
function elsewhere({ url }: { url: string }, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const logKey = join(folder, 'log-key.pem');
  cpSync(join(world.api.config.dataDir, 'log-key.pem'), logKey);
  return { ...variables, DATABASE_URL: url, DATA_DIR: mkdtempSync(join(folder, 'data-')), LOG_SIGNING_KEY: `file:${logKey}`, ...more };
}

const restore = (environment: NodeJS.ProcessEnv, from = backup(), ...options: string[]) =>
  type(['restore', '--from', from, ...options], { environment });

/** A copy of the backup, to be spoilt. */
function copy(): string {
  const to = mkdtempSync(join(folder, 'copy-'));
  cpSync(backup(), to, { recursive: true });
  return to;
}

function spoil(file: string): void {
  const bytes = readFileSync(file);
  bytes[Math.floor(bytes.length / 2)]! ^= 1;
  writeFileSync(file, bytes);
}

/** As somebody with the key ring could write it. */
async function rewrite(at: string, change: (manifest: Manifest) => void): Promise<void> {
  const config = loadConfig(variables);
  const { format: _, ...manifest } = await readManifest(at, config);
  change(manifest as Manifest);
  await writeManifest(at, manifest, config);
}

async function contents(url: string): Promise<Record<string, string>> {
  const orm = await MikroORM.init(ormOptions(url, { maxConnections: 1 }));
  try {
    const tables = await orm.em
      .fork()
      .execute<{ name: string }[]>(`select tablename as name from pg_tables where schemaname = 'public' order by 1`);
    const read: Record<string, string> = {};
    for (const { name } of tables) {
      if (AFRESH.includes(name)) continue;
      const [row] = await orm.em.fork().execute<{ text: string }[]>(
        `select coalesce(string_agg(t::text, E'\\n' order by t::text), '') as text
            from "${name}" t
            ${name === 'audit_events' ? `where action not like 'backup.%'` : ''}
            ${name === 'audit_unsealed' ? `where event_id in (select id from audit_events where action not like 'backup.%')` : ''}`,
      );
      read[name] = row!.text;
    }
    return read;
  } finally {
    await orm.close();
  }
}

describe('the drill', () => {
  it('brings back everything on another machine, and a member signs in', async () => {
    expect(made).toMatchObject({ files: 2, keys: ['k2'], lost: [], lostKeys: [], logKeys: [expect.stringMatching(/^[0-9a-f]{64}$/)] });
    const before = await contents(world.api.config.databaseUrl);
    expect(before['users']).toContain('Zoë');
    const database = await blank();
    const environment = elsewhere(database);
    const dry = await restore(environment, backup(), '--dry-run');
    expect(dry).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was changed') });
    expect(Object.keys(await contents(database.url))).toEqual([]);

    const answer = await restore(environment, backup(), '--all-files', '--json');
    expect(answer).toMatchObject({ code: 0, err: expect.stringContaining('2 files are in the file store') });
    const report = answer.json<RestoredReport & { rows: number }>();
    expect(report).toMatchObject({
      rows: made.rows,
      audit: { firstBreak: null },
      log: { leaves: 4, faults: [] },
      files: { rows: 2, missing: [], opened: 2, faults: [] },
    });
    expect(Number(report.audit.sealed)).toBeGreaterThan(0);
    expect(await contents(database.url)).toEqual(before);
    const schema = await catalogOf(database.url);
    expect(schema).toEqual(await catalogOf(world.api.config.databaseUrl));
    expect(Object.values(schema).every((part) => part.length > 0)).toBe(true);

    expect((await type(['audit:verify', '--json'], { environment })).json<ChainReport>()).toMatchObject({
      sealed: report.audit.sealed,
      firstBreak: null,
    });
    expect((await type(['log:verify', '--json'], { environment })).json<LogReport>()).toMatchObject({ heads: 1, signed: 3, faults: [] });
    const { app } = await startTestApi(database.url, environment);
    const api = { ...world.api, app, em: () => app.get(MikroORM).em.fork() as ReturnType<typeof world.api.em> };
    try {
      expect((await call(api, 'GET', '/getuser', undefined, { token: member.token })).statusCode).toBe(401);
      expect(await signIn(api, member.email)).toMatchObject({ userId: member.userId });
      // Append-only tables are so again, and counters go on where they were.
      await expect(api.em().execute(`update signals set stop_loss = 1`)).rejects.toThrow('append-only');
      const [mail] = await api
        .em()
        .execute<{ id: string }[]>(
          `insert into dev_mails (recipient, subject, text, html) values ('b@example.com', '', '', '') returning id`,
        );
      expect(Number(mail!.id)).toBe(2);
      expect(await api.em().execute(`select target_id from audit_events where action = 'backup.restore'`)).toEqual([
        { target_id: made.id },
      ]);
    } finally {
      await app.close();
    }
    expect(await restore(environment)).toMatchObject({ code: 1, out: '', err: expect.stringContaining('The database is not empty') });
  }, 180_000);

  it('puts nothing into the database where a part does not hold what was counted, and may be tried again', async () => {
    const spoilt = copy();
    await rewrite(spoilt, ({ tables }) => (tables.find(({ name }) => name === 'users')!.rows += 1));
    const environment = elsewhere(await empty());
    expect(await restore(environment, spoilt)).toMatchObject({ code: 1, err: expect.stringContaining('users has 2 rows in place of 3') });
    expect(await restore(environment)).toMatchObject({ code: 0, out: expect.stringContaining('Restored: ') });
  }, 180_000);

  it('puts nothing into the database where rows do not fit a constraint, which is made after them', async () => {
    const spoilt = join(folder, 'unfit');
    const constraint = 'log_leaves_subject_id_unique';
    await world.tamper(
      `alter table log_leaves drop constraint ${constraint}`,
      `insert into log_leaves select index + 100, kind, subject_id, signal_id, content, nonce, leaf_hash, at from log_leaves`,
    );
    expect(await type(['backup', '--to', spoilt], { environment: variables })).toMatchObject({ code: 0 });
    await world.tamper(
      `delete from log_leaves where index >= 100`,
      `alter table log_leaves add constraint ${constraint} unique (subject_id)`,
    );
    const database = await empty();
    expect(await restore(elsewhere(database), spoilt)).toMatchObject({ code: 1, err: expect.stringContaining(constraint) });
    expect(Object.values(await contents(database.url)).every((text) => text === '')).toBe(true);
    expect(await catalogOf(database.url)).toEqual(await catalogOf(world.api.config.databaseUrl));
  }, 180_000);

  it('brings a backup of an older version to the schema of this one', async () => {
    const [old, fresh] = [await blank(), await blank()];
    const orm = await MikroORM.init(ormOptions(old.url, { maxConnections: 2 }));
    await orm.migrator.up({ to: 'Migration20261122002600_amendments' });
    await orm.em.fork().execute(`insert into dev_mails (recipient, subject, text, html) values ('ann@example.com', 'kept', '', '')`);
    await orm.close();
    const from = join(folder, 'older');
    expect(await type(['backup', '--to', from], { environment: elsewhere(old) })).toMatchObject({ code: 0 });
    const environment = elsewhere(fresh);
    expect(await restore(environment, from)).toMatchObject({ code: 0 });
    const restored = await MikroORM.init(ormOptions(fresh.url, { maxConnections: 2 }));
    try {
      expect(await restored.migrator.getPending()).toEqual([]);
      expect(await restored.em.fork().execute('select subject from dev_mails')).toEqual([{ subject: 'kept' }]);
    } finally {
      await restored.close();
    }
  }, 180_000);
});

describe('a backup', () => {
  it('holds no clear text, no key and is for its owner alone', () => {
    const files = readdirSync(backup(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.length).toBeGreaterThan(10);
    const keys = [...world.api.config.keyring.keys.values(), world.api.config.keyring.index].map((key) => key.toString('base64'));
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'latin1');
      for (const secret of [member.email, '$argon2id', ...keys]) expect(text).not.toContain(secret);
    }
  });

  it('wants a folder of its own', async () => {
    expect(await type(['backup', '--to', backup()], { environment: variables })).toMatchObject({
      code: 1,
      err: expect.stringContaining('is not empty'),
    });
  });

  it('says which files the store has lost, and a restore knows of them', async () => {
    const [file] = await world.rows<{ id: string; storage_key: string }>('select id, storage_key from files order by id limit 1');
    const key = file!.storage_key;
    const path = join(world.api.config.dataDir, 'files', key.slice(0, 2), key.slice(2, 4), key);
    const bytes = readFileSync(path);
    rmSync(path);
    const to = join(folder, 'lossy');
    const answer = await type(['backup', '--to', to], { environment: variables });
    writeFileSync(path, bytes);
    expect(answer).toMatchObject({ code: 1, out: expect.stringContaining(`LOST: the file ${file!.id} is not in the file store`) });
    expect(await restore(elsewhere(await empty()), to)).toMatchObject({
      code: 0,
      out: expect.stringContaining('1 files were not in the file store when the backup was made'),
    });
  }, 180_000);
});

describe('restore refuses', () => {
  let environment: NodeJS.ProcessEnv;
  beforeAll(async () => {
    environment = elsewhere(await empty());
  });
  /** The sentence of the refusal. */
  const refusal = async ({ from = backup(), env = environment } = {}) => {
    const { code, out, err } = await restore(env, from);
    if (code !== 1 || out !== '') throw new Error(`restore ended with ${code}: ${out}`);
    return err;
  };
  const ring = (ids: Record<string, number>, current: string, index = 3) =>
    JSON.stringify({
      current,
      keys: Object.fromEntries(Object.entries(ids).map(([id, fill]) => [id, Buffer.alloc(32, fill).toString('base64')])),
      index: Buffer.alloc(32, index).toString('base64'),
    });

  it('a database with rows', async () => {
    expect(await refusal({ env: { ...environment, DATABASE_URL: world.api.config.databaseUrl } })).toMatch(
      /The database is not empty: \d+ tables have rows, audit_events is the first/,
    );
  });

  it('a part that was altered, cut or is gone', async () => {
    const from = copy();
    const part = join(from, 'database', 'users.gz.sealed');
    spoil(part);
    expect(await refusal({ from })).toMatch('database/users.gz.sealed was altered');
    writeFileSync(part, readFileSync(part).subarray(0, -1));
    expect(await refusal({ from })).toMatch(/database\/users\.gz\.sealed has \d+ bytes in place of \d+/);
    rmSync(part);
    expect(await refusal({ from })).toMatch('database/users.gz.sealed is missing');
  });

  it('a file that was altered or is gone', async () => {
    const from = copy();
    const [file] = readdirSync(join(from, 'files'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const path = join(file!.parentPath, file!.name);
    spoil(path);
    expect(await refusal({ from })).toMatch(`The file ${file!.name} was altered`);
    rmSync(path);
    expect(await refusal({ from })).toMatch(`The file ${file!.name} is missing`);
  });

  it('parts of two backups put together, by somebody who wrote the sums anew', async () => {
    const [from, other] = [copy(), join(folder, 'other')];
    await type(['backup', '--to', other], { environment: variables });
    cpSync(join(other, 'database', 'users.gz.sealed'), join(from, 'database', 'users.gz.sealed'));
    const { tables } = await readManifest(other, loadConfig(variables));
    await rewrite(
      from,
      (manifest) => (manifest.tables.find(({ name }) => name === 'users')!.part = tables.find(({ name }) => name === 'users')!.part),
    );
    expect(await refusal({ from })).toMatch('does not open');
  });

  it('a manifest that is gone, altered, or of another format', async () => {
    const from = copy();
    const file = join(from, 'manifest.json');
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.replace(/"rows": (\d+)/, '"rows": 99'));
    expect(await refusal({ from })).toMatch('manifest.json was altered');
    writeFileSync(file, text.replace('"format": 1', '"format": 2'));
    expect(await refusal({ from })).toMatch('The backup has the format 2, and this version of the product reads 1');
    writeFileSync(file, text.slice(0, 40));
    expect(await refusal({ from })).toMatch('manifest.json is damaged');
    rmSync(file);
    expect(await refusal({ from })).toMatch('There is no manifest.json');
  });

  it('a version that it does not know', async () => {
    const from = copy();
    await rewrite(from, ({ migrations }) => migrations.push('Migration20991231000000_later'));
    expect(await refusal({ from })).toMatch('whose migration Migration20991231000000_later this version of the product does not know');
  });

  it('a ring without the key, with another one of its name, or with another index', async () => {
    const withRing = (keys: string) => ({ env: { ...environment, ENCRYPTION_KEYS: keys } });
    expect(await refusal(withRing(ring({ k1: 1 }, 'k1')))).toMatch('The key ring lacks "k2"');
    expect(await refusal(withRing(ring({ k2: 9 }, 'k2')))).toMatch(`The key ring's "k2" is another key`);
    expect(await refusal(withRing(ring({ k2: 2 }, 'k2', 4)))).toMatch('The "index" of the key ring');
  });

  it('a product without the key of the transparency log', async () => {
    const { LOG_SIGNING_KEY: _, ...without } = environment;
    expect(await refusal({ env: { ...without, DATA_DIR: mkdtempSync(join(folder, 'data-')) } })).toMatch(
      'The transparency log was signed with',
    );
  });
});
