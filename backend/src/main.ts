import 'reflect-metadata';
import { MikroORM } from '@mikro-orm/postgresql';
import { createApi } from './api.js';
import { setTimeout as delay } from 'node:timers/promises';
import { boot, listenError, runUntilStopped, settings } from './boot.js';
import { logConsole } from './platform/observability/console-lines.js';
import { createLogger } from './platform/observability/logger.js';
import { collectProcessMetrics } from './platform/observability/metrics.js';
import { ShutdownStateStore } from './operations/health/index.js';
import { logStart } from './operations/monitoring/index.js';
import { startTraces } from './start-traces.js';

await boot(async () => {
  const config = await settings();
  await startTraces(config, 'tidemark-api');
  collectProcessMetrics();
  logConsole(createLogger('api', config.logLevel));
  const app = await createApi(config);
  await runUntilStopped(
    async () => {
      try {
        await app.listen({ port: config.port, host: config.host });
      } catch (error) {
        throw listenError(error, config);
      }
      await logStart('api', await app.getUrl(), app.get(MikroORM));
    },
    async () => {
      app.get(ShutdownStateStore, { strict: false }).begin();
      await delay(config.shutdownDelaySeconds * 1000);
      await app.close();
    },
    config.shutdownDelaySeconds,
  );
});
