import { Global, Module, type DynamicModule, type Provider } from '@nestjs/common';
import { MikroOrmModule } from '@mikro-orm/nestjs';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { ConfigModule, type AppConfig } from './platform/config/index.js';
import { CryptoModule } from './platform/crypto/index.js';
import { Clock, SystemClock } from './platform/domain/clock.js';
import { Idempotency, IdempotencyKeyRepository } from './platform/idempotency/index.js';
import { LiveEvents } from './messaging/live/index.js';
import { JobMetrics } from './platform/observability/job.metrics.js';
import { Outbox, OutboxMessageRepository } from './platform/outbox/index.js';
import { DatabaseClock } from './platform/persistence/database-clock.service.js';
import { JobQueue } from './platform/queue/index.js';
import { RateLimits } from './platform/rate-limits/index.js';
import { StorageModule } from './platform/storage/index.js';
import { ormOptions } from './mikro-orm.config.js';

/** A user waits for the response. */
const REQUEST_STATEMENT_TIMEOUT_MS = 15_000;
const JOB_STATEMENT_TIMEOUT_MS = 10 * 60_000;

const SYSTEM_CLOCKS: Provider[] = [{ provide: Clock, useClass: SystemClock }, DatabaseClock];
const SHARED = [Idempotency, IdempotencyKeyRepository, JobMetrics, JobQueue, LiveEvents, Outbox, OutboxMessageRepository, RateLimits];

/** Providers that all processes share: settings, database, queue, outbox, crypto, storage and clocks. */
@Global()
@Module({})
export class CoreModule {
  /** `clocks`: providers of Clock and DatabaseClock, for a process that simulates another time. */
  static forRoot(config: AppConfig, { http, clocks = SYSTEM_CLOCKS }: { http: boolean; clocks?: Provider[] }): DynamicModule {
    return {
      module: CoreModule,
      imports: [
        ConfigModule.forRoot(config),
        MikroOrmModule.forRootAsync({
          driver: PostgreSqlDriver,
          useFactory: () => ({
            ...ormOptions(config.databaseUrl, {
              maxConnections: config.databasePool,
              statementTimeoutMs: http ? REQUEST_STATEMENT_TIMEOUT_MS : JOB_STATEMENT_TIMEOUT_MS,
            }),
            registerRequestContext: false,
          }),
        }),
        CryptoModule,
        StorageModule,
      ],
      providers: [...clocks, ...SHARED],
      exports: [Clock, DatabaseClock, ...SHARED, CryptoModule, StorageModule],
    };
  }
}
