import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SeedModule } from '../../../src/seeders/seed.module.js';
import { Seeder } from '../../../src/seeders/seeder.js';
import { createTestDatabase } from '../../support/test-database.js';
import { removeDataFolders, testConfig } from '../../support/test-config.js';

describe('demo signals', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const open: INestApplicationContext[] = [];
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(async () => {
    for (const app of open) await app.close();
    await database.drop();
    removeDataFolders();
  });

  const start = async (SEED_DEMO: string) => {
    const app = await NestFactory.createApplicationContext(SeedModule.forRoot(testConfig(database.url, { SEED_DEMO })), {
      logger: false,
      abortOnError: false,
    });
    open.push(app);
    return app;
  };
  const count = async (app: INestApplicationContext) => {
    const em = app.get(MikroORM).em.fork() as EntityManager;
    return (
      await em.execute<{ n: number; audited: number }[]>(
        `select (select count(*)::int from signals) as n, (select count(*)::int from audit_events where action = 'signal.create') as audited`,
      )
    )[0];
  };

  it('are published once, through the door everybody uses, and only where they are asked for', async () => {
    const without = await start('false');
    await without.get(Seeder).run();
    expect(await count(without)).toEqual({ n: 0, audited: 0 });

    const starts = await Promise.all([start('true'), start('true')]);
    await Promise.all(starts.map((app) => app.get(Seeder).run()));
    await starts[0]!.get(Seeder).run();
    expect(await count(starts[0]!)).toEqual({ n: 4, audited: 4 });
  });
});
