// A worker process of its own that does one run and reports; the test kills it at the worst moments. Runs from the build, as in production.
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';

const built = (path) => import(new URL(`../../../../dist/backend/src/${path}`, import.meta.url).href);
const [{ loadConfig }, { CoreModule }, { SyncJobsModule }, { SyncService }] = await Promise.all(
  ['platform/config/index.js', 'core.module.js', 'trading/sync/index.js', 'trading/sync/sync.service.js'].map(built),
);

class MortalWorker {}
Module({ imports: [CoreModule.forRoot(loadConfig(process.env), { http: false }), SyncJobsModule] })(MortalWorker);

const context = await NestFactory.createApplicationContext(MortalWorker, { logger: false, abortOnError: false });
const result = await context
  .get(SyncService, { strict: false })
  .run(process.env.RUN_ID, { last: false, signal: new AbortController().signal });
process.send(result);
await context.close();
process.disconnect();
