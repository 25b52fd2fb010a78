import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { ormOptions } from '../../../src/mikro-orm.config.js';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.js';
import { FaultProxy } from '../../faults/fault-proxy.js';

const PLACES = 3;
/** More than there are places: whoever loses one each time stands still before the end. */
const LOSSES = 2 * PLACES;

describe('a connection that is lost', () => {
  let database: TestDatabase;
  let orm: MikroORM;
  let other: MikroORM;
  const pidOf = async (em: MikroORM['em']) => (await em.execute<{ pid: number }[]>('select pg_backend_pid() as pid'))[0]!.pid;
  const places = async () => {
    const { totalCount, idleCount, waitingCount } = (await orm.em.getConnection().getNativeClient()) as Pool;
    return { taken: totalCount - idleCount, waiting: waitingCount };
  };

  beforeAll(async () => {
    database = await createTestDatabase();
    [orm, other] = await Promise.all([
      MikroORM.init(ormOptions(database.url, { maxConnections: PLACES })),
      MikroORM.init(ormOptions(database.url, { maxConnections: 1 })),
    ]);
  });
  afterAll(async () => {
    await Promise.all([orm?.close(true), other?.close(true)]);
    await database?.drop();
  });

  it('inside a transaction gives its place in the pool back, and the transaction fails with its own reason', async () => {
    for (let n = 0; n < LOSSES; n++) {
      const lost = orm.em.fork().transactional(async (em) => {
        await em.execute('create table if not exists never (id int)');
        const pid = await pidOf(em as typeof orm.em);
        await other.em.fork().execute('select pg_terminate_backend(?)', [pid]);
        await em.execute('insert into never values (1)');
      });
      await expect(lost).rejects.toMatchObject({ message: expect.stringMatching(/terminat|closed|not queryable/i) });
    }
    expect(await places()).toEqual({ taken: 0, waiting: 0 });
    expect(await orm.em.fork().execute(`select to_regclass('never') as found`)).toEqual([{ found: null }]);
  });

  it('before its transaction has begun gives its place back too', async () => {
    const { proxy, url } = await FaultProxy.before(database.url);
    const behind = await MikroORM.init(ormOptions(url, { maxConnections: PLACES, statementTimeoutMs: 300 }));
    try {
      for (let n = 0; n < LOSSES; n++) {
        await behind.em.fork().execute('select 1');
        proxy.set('silence');
        await expect(behind.em.fork().transactional((em) => em.execute('select 1'))).rejects.toThrow();
        proxy.set('pass');
      }
      await behind.em.fork().transactional((em) => em.execute('select 1'));
    } finally {
      await behind.close(true);
      await proxy.close();
    }
  });
});
