import { rmSync } from 'node:fs';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { createApi } from '../../src/api.js';
import { ConfigError, type AppConfig } from '../../src/platform/config/index.js';
import { WorkerModule } from '../../src/worker.module.js';
import { createTestDatabase, waitForConnections } from './test-database.js';
import { testConfig } from './test-config.js';

export interface TestApi {
  app: NestFastifyApplication;
  config: AppConfig;
  /** A fresh identity map each time. */
  em(): EntityManager;
  close(): Promise<void>;
}

const PORT_TRIES = 20;

/**
 * The real API on a database, ready for requests. The port of its mailbox is picked blindly: where somebody has it already, another one is.
 */
export async function startTestApi(
  databaseUrl: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ app: NestFastifyApplication; config: AppConfig }> {
  for (let tries = 1; ; tries++) {
    const config = testConfig(databaseUrl, env);
    const app = await createApi(config);
    try {
      await waitForConnections(app.get(MikroORM));
      await app.init();
      await app.getHttpAdapter().getInstance().ready();
      return { app, config };
    } catch (error) {
      await app.close();
      if (!(error instanceof ConfigError && error.message.startsWith('DEV_SMTP_PORT')) || tries === PORT_TRIES) throw error;
    }
  }
}

/** The real API on a database of its own; requests go through `app.inject`. */
export async function createTestApi(env: NodeJS.ProcessEnv = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const { app, config } = await startTestApi(database.url, env);
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
  // Made before the modules begin, some of which use the database at once.
  const patience = { provide: 'patience', inject: [MikroORM], useFactory: waitForConnections };
  const patientWorker = { module: class {}, imports: [WorkerModule.forRoot(config)], providers: [patience] };
  return NestFactory.createApplicationContext(patientWorker, { logger: false, abortOnError: false });
}
