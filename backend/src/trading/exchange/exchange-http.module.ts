import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { LiveHttpModule } from '../../messaging/live/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { RequestKeyCheckService } from './accounts/request-key-check.service.js';
import { KeyChangeEffects } from './accounts/key-change-effects.js';
import { KeyViewReader } from './accounts/key-view.reader.js';
import { KeyReplacement } from './accounts/key-replacement.service.js';
import { WatchedSymbolsService } from './sync/watched-symbols.service.js';
import { StoredKeyCheck } from './accounts/stored-key-check.service.js';
import { RequestSyncService } from './sync/request-sync.service.js';
import { WeightBudget } from './budget/index.js';
import { ExchangeModule } from './exchange.module.js';
import { CoverageReader } from './history/coverage.repository.js';
import { HistoryExport } from './history/history-export.js';
import { HistoryReader } from './history/history-reader.js';
import { LimitsReader } from './history/limits-reader.js';
import { MembersReader } from './history/members.repository.js';
import { SyncRunsReader } from './history/sync-runs.repository.js';
import { SyncStateReader } from './history/sync-state.repository.js';
import { ExchangeKeyAdminController } from './http/exchange-key-admin.controller.js';
import { ExchangeKeyController } from './http/exchange-key.controller.js';
import { ExchangeV1Controller } from './http/exchange.v1.controller.js';
import { HistoryAdminController } from './http/history-admin.controller.js';
import { HistoryMeController } from './http/history-me.controller.js';
import { HistoryMemberController } from './http/history-member.controller.js';
import { MembersAdminController } from './http/members-admin.controller.js';
import { PublicConfigController } from './http/public-config.controller.js';
import { ReconciliationController } from './http/reconciliation.controller.js';
import { SyncLimitsAdminController } from './http/sync-limits-admin.controller.js';
import { SyncMeController } from './http/sync-me.controller.js';
import { SyncRunsAdminController } from './http/sync-runs-admin.controller.js';
import { ReconciliationRepository } from './reconciliation/reconciliation.repository.js';
import { RequestReconciliation } from './reconciliation/request-reconciliation.service.js';
import { DayTickers, TickerFeed, TickerSettings } from './stream/index.js';
import { TickerRelay } from './ticker/http/ticker-relay.js';

@Module({
  imports: [ExchangeModule, AuditModule, LiveHttpModule, MailModule],
  controllers: [
    ExchangeV1Controller,
    ExchangeKeyController,
    ExchangeKeyAdminController,
    HistoryAdminController,
    HistoryMeController,
    HistoryMemberController,
    MembersAdminController,
    SyncRunsAdminController,
    SyncLimitsAdminController,
    SyncMeController,
    ReconciliationController,
    PublicConfigController,
  ],
  providers: [
    // One connection of the API process, and none before somebody listens.
    {
      provide: TickerFeed,
      inject: [AppConfig, TickerSettings, WeightBudget],
      useFactory: ({ exchange: { url } }: AppConfig, settings: TickerSettings, budget: WeightBudget) => {
        const days = new DayTickers(budget, url);
        return new TickerFeed({ url, list: (signal) => days.read(signal), settings });
      },
    },
    TickerSettings,
    TickerRelay,
    HistoryReader,
    HistoryExport,
    MembersReader,
    CoverageReader,
    SyncStateReader,
    SyncRunsReader,
    LimitsReader,
    RequestSyncService,
    WatchedSymbolsService,
    RequestKeyCheckService,
    KeyChangeEffects,
    KeyViewReader,
    KeyReplacement,
    StoredKeyCheck,
    ReconciliationRepository,
    RequestReconciliation,
  ],
})
export class ExchangeHttpModule {}
