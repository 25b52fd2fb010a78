import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import { runMigrations } from 'bullmq';
import pg from 'pg';
import { boot, settings, StartError } from './boot.js';
import { createLogger, NestPinoLogger } from './common/observability/logger.js';
import { QUEUE_SCHEMA } from './common/queue/index.js';
import type { AppConfig } from './config/index.js';
import { ormOptions } from './mikro-orm.config.js';
import { SeedModule } from './seeders/seed.module.js';
import { Seeder } from './seeders/seeder.js';

const tell = (message: object) => process.send?.(message);

/** The one-off step before API and worker: schema, queue schema, first admin, demo members. Safe to run any number of times, and by several at once. */
await boot(async () => {
  const config = await settings();
  tell({ type: 'progress', message: 'Bringing the database up to date' });
  await migrateQueue(config);
  await migrateSchema(config);
  const logger = new NestPinoLogger(createLogger('migrate', config.logLevel === 'info' ? 'warn' : config.logLevel));
  const app = await NestFactory.createApplicationContext(SeedModule.forRoot(config), { logger, abortOnError: false });
  try {
    const signIns = await app.get(Seeder).run();
    tell({ type: 'sign-ins', rows: signIns });
    if (signIns.length === 0) throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD must be set: there is no admin yet');
  } finally {
    await app.close();
  }
  process.disconnect?.();
});

async function migrateSchema(config: AppConfig): Promise<void> {
  const orm = await MikroORM.init(ormOptions(config.databaseUrl, { maxConnections: 2 }));
  try {
    // MikroORM has no lock of its own: two deploys at once would run the same migration twice.
    await orm.em.transactional(async (em) => {
      await em.execute('select pg_advisory_xact_lock(7489201)');
      await orm.migrator.up();
    });
  } finally {
    await orm.close();
  }
}

async function migrateQueue(config: AppConfig): Promise<void> {
  if (config.redisUrl) return;
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    await runMigrations(client as unknown as Parameters<typeof runMigrations>[0], QUEUE_SCHEMA, {});
  } finally {
    await client.end();
  }
}
