import { jest } from '@jest/globals';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import pg from 'pg';
import { collectProcessMetrics, metricsRegistry } from '../../../src/platform/observability/metrics.js';
import { CoreModule } from '../../../src/core.module.js';
import { BacklogMetrics } from '../../../src/operations/monitoring/backlog.metrics.js';
import { HeartbeatService, OperationsJobsModule } from '../../../src/operations/monitoring/index.js';
import { createTestApi, type TestApi } from '../../support/test-app.js';
import { Timeline } from './alarm-rules.js';

const CALM_MINUTES = 3;

/** What an alarm watches, broken: `each` runs before every scrape of the fault, `start` before the first. */
export interface Fault {
  minutes: number;
  start?: () => Promise<unknown>;
  each?: () => Promise<unknown>;
  end?: () => Promise<unknown>;
  /** What is scraped, where the fault cannot be produced here. */
  scraped?: (text: string) => string | null;
}

/** The API, and the metrics of a worker without its jobs: nothing repairs what a test has broken. */
export class AlarmWorld {
  private minutes = 0;

  private constructor(
    readonly api: TestApi,
    readonly watch: INestApplicationContext,
    private readonly operator: pg.Client,
  ) {}

  static async start(): Promise<AlarmWorld> {
    collectProcessMetrics();
    const api = await createTestApi();
    @Module({ imports: [CoreModule.forRoot(api.config, { http: false }), OperationsJobsModule] })
    class Watch {}
    const watch = await NestFactory.createApplicationContext(Watch, { logger: false, abortOnError: false });
    const operator = new pg.Client({ connectionString: api.config.databaseUrl });
    await operator.connect();
    // Only a test says when a process gives a sign of life.
    for (const one of [api.app, watch]) {
      const heartbeat = one.get(HeartbeatService, { strict: false });
      await heartbeat.onApplicationShutdown();
      await heartbeat.beat();
    }
    return new AlarmWorld(api, watch, operator);
  }

  async stop(): Promise<void> {
    await this.operator.end();
    await this.watch.close();
    await this.api.close();
  }

  /** As the owner of the database, over a connection of its own. */
  sql(text: string, values: unknown[] = []): Promise<pg.QueryResult> {
    return this.operator.query(text, values);
  }

  em(): EntityManager {
    return this.api.em();
  }

  /** Minutes of calm, then of the fault. Answers at which of them the alarm fires, counted from the fault; negative ones were calm. */
  async firing(promtool: string, alert: string, { minutes, start, each, end, scraped = (text) => text }: Fault): Promise<number[]> {
    const timeline = new Timeline();
    const now = performance.now.bind(performance);
    const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + this.minutes * 60_000);
    for (let n = 0; n < CALM_MINUTES; n++) timeline.add(await this.scrape());
    try {
      await start?.();
      for (let n = 0; n < minutes; n++) {
        await each?.();
        timeline.add(scraped(await this.scrape()));
      }
    } finally {
      await end?.();
      later.mockRestore();
    }
    return (await timeline.firing(promtool, alert)).map((minute) => minute - CALM_MINUTES);
  }

  private async scrape(): Promise<string> {
    // What is kept for some seconds is old by the next scrape.
    this.minutes += 1;
    await this.watch.get(BacklogMetrics, { strict: false }).set();
    return metricsRegistry.metrics();
  }
}
