import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { NestFactory } from '@nestjs/core';
import { boot, listenError, runUntilStopped, settings } from './boot.js';
import { logConsole } from './platform/observability/console-lines.js';
import { createLogger, NestPinoLogger } from './platform/observability/logger.js';
import { collectProcessMetrics } from './platform/observability/metrics.js';
import { ShutdownStateStore, ReadinessProbeService, WorkerHealthServer } from './operations/health/index.js';
import { logStart } from './operations/monitoring/index.js';
import { startTraces } from './start-traces.js';
import { WorkerModule } from './worker.module.js';

await boot(async () => {
  const config = await settings();
  await startTraces(config, 'tidemark-worker');
  collectProcessMetrics();
  const pino = createLogger('worker', config.logLevel);
  logConsole(pino);
  const logger = new NestPinoLogger(pino);
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), { logger, abortOnError: false });
  const get = <T>(type: new (...args: never[]) => T): T => app.get(type, { strict: false });
  const healthServer = config.workerPort === undefined ? null : new WorkerHealthServer(get(ReadinessProbeService));
  await runUntilStopped(
    async () => {
      let port: number | undefined;
      try {
        port = await healthServer?.listen(config.workerPort!, config.host);
      } catch (error) {
        throw listenError(error, { host: config.host, port: config.workerPort! }, 'WORKER_PORT');
      }
      await logStart('worker', port === undefined ? null : `http://${config.host}:${port}`, get(MikroORM));
    },
    async () => {
      get(ShutdownStateStore).begin();
      await app.close();
      // Closed last, so that health checks are answered until the work has ended.
      await healthServer?.close();
    },
  );
});
