import { rmSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { createApi } from '../../src/api.js';
import type { AppConfig } from '../../src/config/index.js';
import { WorkerModule } from '../../src/worker.module.js';
import { createTestDatabase } from './test-database.js';
import { testConfig } from './test-config.js';

export interface TestApi {
  app: NestFastifyApplication;
  config: AppConfig;
  /** A fresh identity map each time. */
  em(): EntityManager;
  close(): Promise<void>;
}

/** The real API on a database of its own; requests go through `app.inject`. */
export async function createTestApi(env: NodeJS.ProcessEnv = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const config = testConfig(database.url, env);
  const app = await createApi(config);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    app,
    config,
    em: () => app.get(MikroORM).em.fork() as EntityManager,
    close: async () => {
      await app.close();
      await database.drop();
      rmSync(config.dataDir, { recursive: true, force: true });
    },
  };
}

/** The real worker beside a test's API, on the same database and settings. */
export async function startTestWorker(config: AppConfig): Promise<INestApplicationContext> {
  return NestFactory.createApplicationContext(WorkerModule.forRoot(config), { logger: false, abortOnError: false });
}
