import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AuditLog } from '../../src/operations/audit/index.js';
import { ormOptions } from '../../src/mikro-orm.config.js';
import { createTestDatabase } from '../support/test-database.js';

let orm: MikroORM;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
  orm = await MikroORM.init(ormOptions(database.url, { maxConnections: 2 }));
});
afterAll(async () => {
  await orm.close();
  await database.drop();
});
const em = () => orm.em.fork() as EntityManager;
const record = (tx: EntityManager, action: string) =>
  new AuditLog().record(tx, { action, actorId: null, actorRole: null, targetType: 'user', targetId: 'x', detail: { reason: "it's fine" } });

describe('the audit log', () => {
  it('keeps what was recorded and when, by the clock of the database', async () => {
    const [{ now: before }] = (await em().execute<{ now: string }[]>('select clock_timestamp()::text as now')) as [{ now: string }];
    await record(em(), 'test.keep');
    const rows = await em().execute<{ detail: object; during: boolean; network: null }[]>(
      `select detail, network, at between ?::timestamptz and clock_timestamp() as during from audit_events where action = 'test.keep'`,
      [before],
    );
    expect(rows).toEqual([{ detail: { reason: "it's fine" }, during: true, network: null }]);
  });

  it('forgets a record whose act did not happen', async () => {
    await expect(
      em().transactional(async (tx) => {
        await record(tx as EntityManager, 'test.undone');
        throw new Error('undone');
      }),
    ).rejects.toThrow('undone');
    expect(await em().execute(`select 1 from audit_events where action = 'test.undone'`)).toEqual([]);
  });

  it.each([
    "update audit_events set action = 'x'",
    'delete from audit_events',
    'truncate audit_events',
    'delete from audit_events where false',
  ])('refuses: %s', async (statement) => {
    await record(em(), 'test.stays');
    await expect(em().execute(statement)).rejects.toThrow('audit_events is append-only');
    expect((await em().execute<unknown[]>(`select 1 from audit_events where action = 'test.stays'`)).length).toBeGreaterThan(0);
  });
});
