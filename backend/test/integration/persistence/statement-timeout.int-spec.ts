import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { PreparedStatement } from '../../../src/platform/persistence/prepared-statement.js';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { User } from '../../../src/club/users/index.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { until } from '../../support/until.js';

const prepared = new PreparedStatement<{ id: string }>('timed_out', 'select id from users where id = $1');
const NO_ID = '00000000-0000-4000-8000-000000000000';

/** Each waits for the table that is locked. */
const statements: [string, (orm: MikroORM) => Promise<unknown>][] = [
  ['a raw statement', (orm) => orm.em.fork().execute('select id from users')],
  ['a raw statement in a transaction', (orm) => orm.em.fork().transactional((em) => em.execute('select id from users'))],
  ['a statement of the pool', async (orm) => (await orm.em.getConnection().getNativeClient()).query('select id from users')],
  ['a prepared statement', (orm) => prepared.rows(orm.em.fork() as never, [NO_ID])],
  [
    'a Kysely query',
    (orm) => (orm.em.fork().getKysely() as unknown as Kysely<{ users: { id: string } }>).selectFrom('users').select('id').execute(),
  ],
  ['an ORM query', (orm) => orm.em.fork().findOne(User, { id: NO_ID })],
];

describe('a statement that is not answered in time', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let locker: pg.Client;
  let observer: pg.Client;
  const pid = async () => (await orm.em.fork().execute<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]!.pid;
  const gone = (process: number) =>
    until('the end of its server process', async () => {
      const { rowCount } = await observer.query('select 1 from pg_stat_activity where pid = $1', [process]);
      return rowCount === 0 ? true : null;
    });

  beforeAll(async () => {
    database = await createTestDatabase();
    // A single connection: the next request gets the one that the last one gave back.
    orm = await MikroORM.init(ormOptions(database.url, { maxConnections: 1, statementTimeoutMs: 500 }));
    [locker, observer] = [1, 2].map(() => new pg.Client({ connectionString: database.url })) as [pg.Client, pg.Client];
    await Promise.all([locker.connect(), observer.connect()]);
    await locker.query('begin');
    await locker.query('lock table users in access exclusive mode');
  });
  afterAll(async () => {
    await Promise.all([locker?.end(), observer?.end()]);
    await orm?.close(true);
    await database?.drop();
  });

  it.each(statements)('costs its connection, ends at the server, and the next request gets another connection (%s)', async (_kind, run) => {
    const before = await pid();
    await expect(run(orm)).rejects.toThrow('Query read timeout');
    expect(await pid()).not.toBe(before);
    const { totalCount, idleCount, waitingCount } = await orm.em.getConnection().getNativeClient();
    expect({ taken: totalCount - idleCount, waitingCount }).toEqual({ taken: 0, waitingCount: 0 });
    // The table is still locked: without a cancel its server process would wait on.
    expect(await gone(before)).toBe(true);
  });
});
