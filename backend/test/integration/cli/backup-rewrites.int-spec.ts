import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { readManifest } from '../../../src/operations/backup/manifest.store.js';
import { onSnapshot } from '../../../src/operations/backup/snapshot.sql.js';
import { loadConfig } from '../../../src/platform/config/index.js';
import { signedInMember, signIn, type SignedIn } from '../../support/people.js';
import { createTestApi, startTestApi, type TestApi } from '../../support/test-app.js';
import { createTestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';
import { type, variablesOf, type Answer } from './command-line.js';

let folder: string;
let api: TestApi;
let member: SignedIn;
let variables: NodeJS.ProcessEnv;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-rewrites-'));
  api = await createTestApi();
  member = await signedInMember(api, 'trade club');
  variables = variablesOf(api.config);
}, 180_000);
afterAll(async () => {
  await api.close();
  rmSync(folder, { recursive: true });
});

const backup = (to: string, ...options: string[]) =>
  type(['backup', '--to', join(folder, to), '--json', ...options], { environment: variables });
const rowsOf = async (to: string, table: string) =>
  (await readManifest(join(folder, to), loadConfig(variables))).tables.find(({ name }) => name === table)!.rows;

async function connected<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: api.config.databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

const waiting = () =>
  until('a session that waits for a lock', async () => {
    const rows = await api
      .em()
      .execute<{ pid: number }[]>(
        `select l.pid from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`,
      );
    return rows[0] ?? null;
  });

/** Begins a backup beside an open transaction that has rewritten `users`, and ends that once the backup waits for it. */
function backupBeside(statement: string, to: string): Promise<Answer> {
  return connected(async (client) => {
    await client.query('begin');
    await client.query(statement);
    const made = backup(to);
    await waiting();
    await client.query('commit');
    return made;
  });
}

describe('a backup beside a migration', () => {
  it.each([
    ['changes the type of a column', 'typed', `alter table users alter column country type varchar(300) using country || ''`],
    ['clusters the table', 'clustered', 'cluster users using users_pkey'],
  ])('holds every row of a table that another session %s of meanwhile', async (_, to, statement) => {
    const [count] = await api.em().execute<{ n: number }[]>('select count(*)::int as n from users');
    expect(count!.n).toBeGreaterThan(0);
    expect(await backupBeside(statement, to)).toMatchObject({ code: 0 });
    expect(await rowsOf(to, 'users')).toBe(count!.n);
  });

  it('restores, and the product starts with it', async () => {
    await backupBeside(`alter table users alter column country type varchar(400) using country || ''`, 'restored');
    const database = await createTestDatabase();
    const environment = { ...variables, DATABASE_URL: database.url, DATA_DIR: mkdtempSync(join(folder, 'data-')) };
    expect(await type(['restore', '--from', join(folder, 'restored')], { environment })).toMatchObject({ code: 0 });
    const { app } = await startTestApi(database.url, environment);
    try {
      expect(await signIn({ ...api, app }, member.email)).toMatchObject({ userId: member.userId });
    } finally {
      await app.close();
      await database.drop();
    }
  }, 120_000);

  it('keeps a rewrite that begins later waiting until everything is copied', async () => {
    const rewriting = new pg.Client({ connectionString: api.config.databaseUrl });
    await rewriting.connect();
    try {
      let rewritten: Promise<unknown> = Promise.resolve();
      const seen = await onSnapshot(api.config.databaseUrl, 10_000, async (client) => {
        rewritten = rewriting.query(`alter table users alter column country type varchar(500) using country || ''`);
        await waiting();
        return (await client.query<{ n: number }>('select count(*)::int as n from users')).rows[0]!.n;
      });
      await rewritten;
      expect(seen).toBeGreaterThan(0);
    } finally {
      await rewriting.end();
    }
  });

  it('refuses a table that was rewritten behind its snapshot, whatever the locks did', async () => {
    const hollow = onSnapshot(api.config.databaseUrl, 10_000, async (client) => {
      await client.query('rollback'); // gives the locks back
      await client.query('begin transaction isolation level repeatable read read only');
      await client.query('select 1');
      await connected((other) => other.query(`alter table users alter column country type varchar(600) using country || ''`));
    });
    await expect(hollow).rejects.toThrow('users was rewritten while the backup read it');
  });

  it('gives up with a sentence while a migration holds its lock, and leaves nothing that passes for a backup', async () => {
    const answer = await connected(async (client) => {
      await client.query('select pg_advisory_lock(7489201)');
      return backup('refused', '--wait', '1');
    });
    expect(answer).toMatchObject({ code: 1, out: '', err: expect.stringContaining('A migration is running') });
    await expect(rowsOf('refused', 'users')).rejects.toThrow('There is no manifest.json');
  });
});
