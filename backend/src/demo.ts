import 'reflect-metadata';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { MikroORM, RequestContext } from '@mikro-orm/core';
import { NestFactory } from '@nestjs/core';
import { boot, settings } from './boot.js';
import { createLogger, NestPinoLogger } from './platform/observability/logger.js';
import type { AppConfig } from './platform/config/index.js';
import { ExchangeError } from './trading/venues/index.js';
import { DemoClubSeeder } from './platform/seeders/demo/demo-club.seeder.js';
import { DemoModule } from './platform/seeders/demo/demo.module.js';

/** Below what somebody waits for. */
const PRIORITY = 10;
const TRIES = 5;
const PAUSE_MS = 30_000;

/** Gives the demo club its history beside the running product, and exits. Idempotent, may be killed, and may run concurrently. */
await boot(async () => {
  const config = await settings();
  if (!config.production && config.seedDemo) await giveHistory(config);
  process.disconnect?.();
});

async function giveHistory(config: AppConfig): Promise<void> {
  setPriority(PRIORITY);
  const logger = new NestPinoLogger(createLogger('demo', config.logLevel === 'info' ? 'warn' : config.logLevel));
  const app = await NestFactory.createApplicationContext(DemoModule.forRoot(config), { logger, abortOnError: false });
  const end = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP', 'disconnect'] as const) process.once(name, () => end.abort());
  try {
    for (let left = TRIES - 1; ; left--) {
      try {
        await RequestContext.create(app.get(MikroORM).em, () => app.get(DemoClubSeeder).ensure(end.signal));
        return;
      } catch (error) {
        if (end.signal.aborted) return;
        if (left === 0 || !(error instanceof ExchangeError)) throw error;
        logger.warn('the exchange cannot be asked for the demo club; trying again');
        await delay(PAUSE_MS, undefined, { signal: end.signal }).catch(() => undefined);
      }
    }
  } finally {
    await app.close();
  }
}
