import { Module } from '@nestjs/common';
import { ExchangeAccountsModule, KeyChangesModule } from '../exchange-accounts/index.js';
import { ReconciliationModule } from '../reconciliation/index.js';
import { VenuesModule } from '../venues/index.js';
import { StartSync } from './start-sync.handler.js';
import { SyncAccountHandler } from './sync-account.handler.js';
import { SyncDueHandler } from './sync-due.handler.js';
import { SyncRunsService } from './sync-runs.service.js';
import { SyncModule } from './sync.module.js';
import { SyncService } from './sync.service.js';

@Module({
  imports: [ExchangeAccountsModule, KeyChangesModule, ReconciliationModule, SyncModule, VenuesModule],
  providers: [StartSync, SyncAccountHandler, SyncDueHandler, SyncRunsService, SyncService],
})
export class SyncJobsModule {}
