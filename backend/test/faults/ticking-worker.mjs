// A worker of the build with one job more, which a schedule runs several times a second: what schedules do in hours shows in a moment.
import 'reflect-metadata';
import { Inject, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { MikroORM } from '@mikro-orm/postgresql';
import { z } from 'zod';

const built = (path) => import(new URL(`../../../dist/backend/src/${path}`, import.meta.url).href);
const [
  { boot, runUntilStopped, settings },
  { createLogger, NestPinoLogger },
  { HandlesJob, defineJob },
  { ShutdownStateStore, ReadinessProbeService, WorkerHealthServer },
  { WorkerModule },
] = await Promise.all(
  ['boot.js', 'platform/observability/logger.js', 'platform/queue/index.js', 'operations/health/index.js', 'worker.module.js'].map(built),
);

const tick = defineJob({
  name: 'test.tick',
  queue: 'system',
  payload: z.object({}),
  options: { attempts: 1 },
  schedule: { everyMs: Number(process.env.TICK_MS), payload: {} },
});

class Ticks {
  constructor(orm) {
    this.orm = orm;
  }

  async handle() {
    await this.orm.em.fork().execute('insert into ticks default values');
  }
}
Inject(MikroORM)(Ticks, undefined, 0);
Injectable()(Ticks);
HandlesJob(tick)(Ticks);

await boot(async () => {
  const config = await settings();
  class TickingWorker {}
  Module({ imports: [WorkerModule.forRoot(config)], providers: [Ticks] })(TickingWorker);
  const app = await NestFactory.createApplicationContext(TickingWorker, {
    logger: new NestPinoLogger(createLogger('worker', config.logLevel)),
    abortOnError: false,
  });
  const healthServer = new WorkerHealthServer(app.get(ReadinessProbeService, { strict: false }));
  await runUntilStopped(
    () => healthServer.listen(config.workerPort, config.host),
    async () => {
      app.get(ShutdownStateStore, { strict: false }).begin();
      await app.close();
      await healthServer.close();
    },
  );
});
