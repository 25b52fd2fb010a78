import { Module, type DynamicModule } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { AuditJobsModule } from './operations/audit/index.js';
import { AuthJobsModule } from './club/auth/auth-jobs.module.js';
import { AnalysisJobsModule } from './club/analysis/analysis-jobs.module.js';
import { CalendarJobsModule } from './club/calendar/calendar-jobs.module.js';
import { BroadcastsJobsModule } from './messaging/broadcasts/index.js';
import { IdempotencySweep } from './platform/idempotency/idempotency-sweep.job.js';
import { OutboxDelivery, OutboxRelay } from './platform/outbox/index.js';
import { JobHost, JobStats } from './platform/queue/index.js';
import type { AppConfig } from './platform/config/index.js';
import { CoreModule } from './core.module.js';
import { ExchangeAccountsJobsModule } from './trading/exchange-accounts/index.js';
import { ReconciliationJobsModule } from './trading/reconciliation/index.js';
import { SyncJobsModule } from './trading/sync/index.js';
import { FxJobsModule } from './money/fx/index.js';
import { KycJobsModule } from './club/kyc/index.js';
import { FilesJobsModule } from './club/files/index.js';
import { InvoicePaymentsJobsModule } from './money/invoice-payments/index.js';
import { FundJobsModule } from './money/fund/index.js';
import { ProfitShareJobsModule } from './money/profit-share/index.js';
import { SignalPracticeJobsModule } from './money/signal-practice/index.js';
import { InvoicesJobsModule } from './money/invoices/index.js';
import { PaymentsModule } from './club/payments/index.js';
import { HealthModule } from './operations/health/index.js';
import { ChannelsJobsModule } from './messaging/channels/index.js';
import { MailJobsModule } from './messaging/mail/mail-jobs.module.js';
import { OperationsJobsModule } from './operations/monitoring/index.js';
import { PortfolioJobsModule } from './trading/portfolio/index.js';
import { PrivacyJobsModule } from './club/privacy/index.js';
import { AlertsJobsModule } from './trading/alerts/index.js';
import { ScoringJobsModule, SignalLogModule } from './trading/signals/index.js';
import { TransparencyJobsModule } from './trading/transparency/index.js';
import { SignalDraftsJobsModule } from './trading/signals/drafts/signal-drafts-jobs.module.js';
import { SignalMailJobsModule } from './trading/signals/delivery/signal-mail-jobs.module.js';

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
        AnalysisJobsModule,
        CalendarJobsModule,
        BroadcastsJobsModule,
        ChannelsJobsModule.over(SignalDraftsJobsModule),
        SignalMailJobsModule,
        FilesJobsModule,
        KycJobsModule,
        InvoicesJobsModule,
        FundJobsModule,
        ProfitShareJobsModule,
        SignalPracticeJobsModule,
        InvoicePaymentsJobsModule.over(PaymentsModule),
        ExchangeAccountsJobsModule,
        SyncJobsModule,
        ReconciliationJobsModule,
        PortfolioJobsModule,
        PrivacyJobsModule,
        ScoringJobsModule,
        AlertsJobsModule,
        TransparencyJobsModule.over(SignalLogModule),
        FxJobsModule,
        OperationsJobsModule,
        HealthModule,
      ],
      providers: [OutboxDelivery, OutboxRelay, IdempotencySweep, JobHost, JobStats],
    };
  }
}
