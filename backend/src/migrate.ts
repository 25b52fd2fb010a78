import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { boot, settings, StartError } from './boot.js';
import { createLogger, NestPinoLogger } from './platform/observability/logger.js';
import { AppRoleRefused, grantAppRole } from './platform/persistence/app-role.sql.js';
import { applyMigrations, SchemaBusy } from './platform/persistence/apply-migrations.js';
import { migrateQueues, QUEUE_SCHEMA } from './platform/queue/index.js';
import type { AppConfig } from './platform/config/index.js';
import { ormOptions } from './mikro-orm.config.js';
import { SeedModule } from './platform/seeders/seed.module.js';
import { AccountSeeder } from './platform/seeders/account.seeder.js';

const tell = (message: object) => process.send?.(message);

/**
 * Prepares the database before API and worker start: schema, queue schema, rights, first admin, demo members. Idempotent, and safe to run
 * concurrently.
 */
await boot(async () => {
  const config = await settings(process.env, { owner: true });
  tell({ type: 'progress', message: 'Bringing the database up to date' });
  await migrateQueue(config);
  await migrateSchema(config);
  await grantRights(config);
  const logger = new NestPinoLogger(createLogger('migrate', config.logLevel === 'info' ? 'warn' : config.logLevel));
  const app = await NestFactory.createApplicationContext(SeedModule.forRoot(config.asApp()), { logger, abortOnError: false });
  try {
    const signIns = await app.get(AccountSeeder).run();
    tell({ type: 'sign-ins', rows: signIns });
    if (signIns.length === 0) throw new StartError('ADMIN_EMAIL and ADMIN_PASSWORD must be set: there is no admin yet');
  } finally {
    await app.close();
  }
  if (process.connected) process.disconnect();
});

async function migrateSchema(config: AppConfig): Promise<void> {
  const orm = await MikroORM.init(ormOptions(config.databaseUrl, { maxConnections: 2 }));
  try {
    await applyMigrations(orm, { note: (message) => tell({ type: 'progress', message }) });
  } catch (error) {
    throw error instanceof SchemaBusy ? new StartError(error.message) : error;
  } finally {
    await orm.close();
  }
}

/** Creates the role of API and worker, if the settings name one. */
async function grantRights({ databaseUrl, databaseAppUrl }: AppConfig): Promise<void> {
  if (databaseAppUrl === undefined) return;
  try {
    await grantAppRole(databaseUrl, databaseAppUrl, QUEUE_SCHEMA);
  } catch (error) {
    throw error instanceof AppRoleRefused ? new StartError(error.message) : error;
  }
}

async function migrateQueue(config: AppConfig): Promise<void> {
  if (config.redisUrl) return;
  const client = new pg.Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    await migrateQueues(client);
  } finally {
    await client.end();
  }
}
