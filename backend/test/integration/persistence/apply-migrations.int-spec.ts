import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { applyMigrations, SchemaBusy } from '../../../src/platform/persistence/apply-migrations.js';
import { SCHEMA_LOCK } from '../../../src/platform/persistence/schema-lock.sql.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { createBlankDatabase, type TestDatabase } from '../../support/test-database.js';

/** The next one adds columns to `users`. */
const BEFORE = 'Migration20261122002650_signal_mail';

let database: TestDatabase;
let orm: MikroORM;
let reader: pg.Client;

beforeAll(async () => {
  database = await createBlankDatabase();
  orm = await MikroORM.init(ormOptions(database.url, { maxConnections: 3 }));
  reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
  await applyMigrations(orm, { to: BEFORE });
}, 60_000);
afterAll(async () => {
  await reader.end();
  await orm.close();
  await database.drop();
});

const pending = async () => (await orm.migrator.getPending()).length;

describe('migrations beside a long reader', () => {
  it('give up their place in the queue between two tries, so that requests go on', async () => {
    await reader.query('begin');
    await reader.query('select count(*) from users');
    const before = await pending();
    const served: unknown[] = [];
    await expect(
      applyMigrations(orm, {
        lockMs: 50,
        tries: 3,
        pauseFor: async () => served.push(await orm.em.fork().execute('select count(*)::int as n from users')),
      }),
    ).rejects.toThrow(SchemaBusy);
    expect(served).toEqual([[{ n: 0 }], [{ n: 0 }]]);
    expect(await pending()).toBe(before);
  });

  it('are applied once it has ended', async () => {
    const notes: string[] = [];
    await applyMigrations(orm, { lockMs: 50, note: (line) => notes.push(line), pauseFor: () => reader.query('commit') });
    expect(notes).toEqual(['A migration waits for a lock that a long transaction holds; try 2 of 12 follows']);
    expect(await pending()).toBe(0);
  });

  it('wait for a backup for as long as they may, and say so', async () => {
    await reader.query('select pg_advisory_lock_shared($1)', [SCHEMA_LOCK]);
    await expect(applyMigrations(orm, { turnMs: 50 })).rejects.toThrow('Another migration or a backup has been running');
    await reader.query('select pg_advisory_unlock_shared($1)', [SCHEMA_LOCK]);
  });
});
