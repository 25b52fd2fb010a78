import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import { announce, boot, settings } from './boot.js';
import { createLogger, NestPinoLogger } from './common/observability/logger.js';
import { collectProcessMetrics } from './common/observability/metrics.js';
import { WorkerModule } from './worker.module.js';

await boot(async () => {
  const config = await settings();
  collectProcessMetrics();
  const logger = new NestPinoLogger(createLogger('worker', config.logLevel));
  const app = await NestFactory.createApplicationContext(WorkerModule.forRoot(config), { logger, abortOnError: false });
  announce(() => app.close());
});
