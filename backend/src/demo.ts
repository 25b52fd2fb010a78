import 'reflect-metadata';
import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { MikroORM, RequestContext } from '@mikro-orm/core';
import { NestFactory } from '@nestjs/core';
import { boot, onStop, settings } from './boot.js';
import { createLogger, NestPinoLogger } from './platform/observability/logger.js';
import type { AppConfig } from './platform/config/index.js';
import { ExchangeError } from './trading/venues/index.js';
import { DemoClubSeeder } from './platform/seeders/demo/demo-club.seeder.js';
import { DemoModule } from './platform/seeders/demo/demo.module.js';

/** Below what somebody waits for. */
const PRIORITY = 10;
const TRIES = 5;
const PAUSE_MS = 30_000;
/** From a stop signal to the end of the process. What is missing is added by the next start. */
const MAX_STOP_MS = 25_000;

/** Gives the demo club its history beside the running product, and exits. Idempotent, may be killed, and may run concurrently. */
await boot(async () => {
  const end = new AbortController();
  // Before everything that takes time: a launcher that is killed meanwhile must not leave this process behind.
  onStop(() => {
    setTimeout(() => process.exit(1), MAX_STOP_MS).unref();
    end.abort();
  });
  const config = await settings();
  if (!config.production && config.seedDemo) await giveHistory(config, end.signal);
  if (process.connected) process.disconnect();
});

async function giveHistory(config: AppConfig, stopped: AbortSignal): Promise<void> {
  setPriority(PRIORITY);
  const logger = new NestPinoLogger(createLogger('demo', config.logLevel === 'info' ? 'warn' : config.logLevel));
  const app = await NestFactory.createApplicationContext(DemoModule.forRoot(config), { logger, abortOnError: false });
  try {
    for (let left = TRIES - 1; !stopped.aborted; left--) {
      try {
        await RequestContext.create(app.get(MikroORM).em, () => app.get(DemoClubSeeder).ensure(stopped));
        return;
      } catch (error) {
        if (stopped.aborted) return;
        if (left === 0 || !(error instanceof ExchangeError)) throw error;
        logger.warn('the exchange cannot be asked for the demo club; trying again');
        await delay(PAUSE_MS, undefined, { signal: stopped }).catch(() => undefined);
      }
    }
  } finally {
    await app.close();
  }
}
