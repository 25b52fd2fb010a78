import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { AuditJobsModule } from './audit/index.js';
import { AuthJobsModule } from './auth/auth-jobs.module.js';
import { BroadcastsJobsModule } from './broadcasts/index.js';
import { IdempotencySweep } from './common/idempotency/idempotency-sweep.job.js';
import { OutboxDelivery, OutboxRelay } from './common/outbox/index.js';
import { JobHost, JobStats } from './common/queue/index.js';
import type { AppConfig } from './config/index.js';
import { CoreModule } from './core.module.js';
import { ExchangeJobsModule } from './exchange/index.js';
import { FilesJobsModule } from './files/index.js';
import { HealthModule } from './health/index.js';
import { MailJobsModule } from './mail/mail-jobs.module.js';
import { OperationsJobsModule } from './operations/index.js';
import { PortfolioJobsModule } from './portfolio/index.js';
import { PrivacyJobsModule } from './privacy/index.js';
import { ScorerJobsModule, SignalLogModule } from './signals/index.js';
import { TransparencyJobsModule } from './transparency/index.js';
import { SignalMailJobsModule } from './signals/delivery/signal-mail-jobs.module.js';

/** The worker process: the core, every feature's job handlers, and the host that runs them. */
@Module({})
export class WorkerModule {
  static forRoot(config: AppConfig): DynamicModule {
    return {
      module: WorkerModule,
      imports: [
        CoreModule.forRoot(config, { http: false }),
        DiscoveryModule,
        ScheduleModule.forRoot(),
        AuditJobsModule,
        AuthJobsModule,
        MailJobsModule,
        BroadcastsJobsModule,
        SignalMailJobsModule,
        FilesJobsModule,
        ExchangeJobsModule,
        PortfolioJobsModule,
        PrivacyJobsModule,
        ScorerJobsModule,
        TransparencyJobsModule.over(SignalLogModule),
        OperationsJobsModule,
        HealthModule,
      ],
      providers: [OutboxDelivery, OutboxRelay, IdempotencySweep, JobHost, JobStats],
    };
  }
}
