import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { SeedModule } from '../../../src/platform/seeders/seed.module.js';
import { AccountSeeder } from '../../../src/platform/seeders/account.seeder.js';
import { createTestDatabase } from '../../support/test-database.js';
import { removeDataFolders, testConfig } from '../../support/test-config.js';

describe('demo members', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const open: INestApplicationContext[] = [];
  beforeAll(async () => (database = await createTestDatabase()));
  afterAll(async () => {
    for (const app of open) await app.close();
    await database.drop();
    removeDataFolders();
  });

  it('have paid (trade club) and wait (hedge fund), through the door everybody uses, however often the product starts', async () => {
    for (let start = 0; start < 2; start++) {
      const app = await NestFactory.createApplicationContext(SeedModule.forRoot(testConfig(database.url, { SEED_DEMO: 'true' })), {
        logger: false,
        abortOnError: false,
      });
      open.push(app);
      await app.get(AccountSeeder).run();
    }
    const em = open[0]!.get(MikroORM).em.fork() as EntityManager;
    expect(
      await em.execute(
        `select u.email, u.payment_status, p.status, p.amount::int as amount, p.decided_by is not null as decided from payments p
          join users u on u.id = p.user_id order by u.email`,
      ),
    ).toEqual([
      { email: 'fund@example.com', payment_status: 'pending', status: 'pending', amount: 20, decided: false },
      { email: 'trade@example.com', payment_status: 'approved', status: 'approved', amount: 50, decided: true },
    ]);
    const audited = await em.execute<{ action: string }[]>(`select action from audit_events where target_type = 'payment' order by at, id`);
    expect(audited.map(({ action }) => action).sort()).toEqual(['payment.approve', 'payment.submit', 'payment.submit']);
  });
});
