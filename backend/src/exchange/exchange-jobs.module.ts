import { Module } from '@nestjs/common';
import { StoredKeyCheck } from './accounts/stored-key-check.js';
import { ExchangeModule } from './exchange.module.js';
import { CheckKeyHandler } from './jobs/check-key.handler.js';
import { StartSync } from './jobs/start-sync.handler.js';
import { SyncAccountHandler } from './jobs/sync-account.handler.js';
import { SyncDueHandler } from './jobs/sync-due.handler.js';
import { AccountLocks } from './sync/account-locks.js';
import { SyncRuns } from './sync/sync-runs.js';
import { SyncService } from './sync/sync.service.js';

@Module({
  imports: [ExchangeModule],
  providers: [AccountLocks, SyncRuns, SyncService, StoredKeyCheck, SyncAccountHandler, SyncDueHandler, CheckKeyHandler, StartSync],
})
export class ExchangeJobsModule {}
