import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { KeyChangeEffects } from './accounts/key-change-effects.js';
import { KeyUpkeep } from './accounts/key-upkeep.service.js';
import { StoredKeyCheck } from './accounts/stored-key-check.service.js';
import { ExchangeModule } from './exchange.module.js';
import { CheckKeyHandler } from './jobs/check-key.handler.js';
import { CheckKeysDueHandler } from './jobs/check-keys-due.handler.js';
import { KeyUpkeepHandler } from './jobs/key-upkeep.handler.js';
import { StartSync } from './jobs/start-sync.handler.js';
import { SyncAccountHandler } from './jobs/sync-account.handler.js';
import { SyncDueHandler } from './jobs/sync-due.handler.js';
import { ReconcileAccountHandler } from './reconciliation/reconcile-account.handler.js';
import { ReconciliationService } from './reconciliation/reconciliation.service.js';
import { StartReconciliation } from './reconciliation/start-reconciliation.handler.js';
import { AccountLocks } from './accounts/account-locks.js';
import { SyncRuns } from './sync/sync-runs.js';
import { SyncService } from './sync/sync.service.js';

@Module({
  imports: [ExchangeModule, AuditModule, MailModule],
  providers: [
    AccountLocks,
    SyncRuns,
    SyncService,
    KeyChangeEffects,
    KeyUpkeep,
    StoredKeyCheck,
    SyncAccountHandler,
    SyncDueHandler,
    CheckKeyHandler,
    CheckKeysDueHandler,
    KeyUpkeepHandler,
    StartSync,
    ReconciliationService,
    ReconcileAccountHandler,
    StartReconciliation,
  ],
})
export class ExchangeJobsModule {}
