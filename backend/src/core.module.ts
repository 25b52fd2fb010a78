import { Global, Module, type DynamicModule } from '@nestjs/common';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { ConfigModule, type AppConfig } from './config/index.js';
import { CryptoModule } from './common/crypto/index.js';
import { Clock, SystemClock } from './common/domain/clock.js';
import { Idempotency } from './common/idempotency/index.js';
import { LiveEvents } from './common/live/index.js';
import { JobMetrics } from './common/observability/job-metrics.js';
import { Outbox } from './common/outbox/index.js';
import { JobQueue } from './common/queue/index.js';
import { RateLimits } from './common/rate-limits/index.js';
import { StorageModule } from './common/storage/index.js';
import { ormOptions } from './mikro-orm.config.js';

/** Somebody waits for the answer. */
const REQUEST_ANSWER_MS = 15_000;
const JOB_ANSWER_MS = 10 * 60_000;

/** What both processes share: settings, database, queue, outbox, crypto, storage and the clock. */
@Global()
@Module({})
export class CoreModule {
  static forRoot(config: AppConfig, { http }: { http: boolean }): DynamicModule {
    return {
      module: CoreModule,
      imports: [
        ConfigModule.forRoot(config),
        MikroOrmModule.forRootAsync({
          driver: PostgreSqlDriver,
          useFactory: () => ({
            ...ormOptions(config.databaseUrl, { answerMs: http ? REQUEST_ANSWER_MS : JOB_ANSWER_MS }),
            registerRequestContext: false,
          }),
        }),
        CryptoModule,
        StorageModule,
      ],
      providers: [{ provide: Clock, useClass: SystemClock }, Idempotency, JobMetrics, JobQueue, LiveEvents, Outbox, RateLimits],
      exports: [Clock, Idempotency, JobMetrics, JobQueue, LiveEvents, Outbox, RateLimits, CryptoModule, StorageModule],
    };
  }
}
