import { Global, Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { AccountSync, ExchangeAccountsModule } from '../exchange-accounts/index.js';
import { RequestSyncService } from './request-sync.service.js';
import { RunEventsService } from './run-events.service.js';
import { SyncHealthReader } from './sync-health.repository.js';
import { SyncRequestsService } from './sync-requests.service.js';

/** Requests of runs. Global, because exchange-accounts uses AccountSync and cannot import this module. */
@Global()
@Module({
  imports: [AuditModule, ExchangeAccountsModule],
  providers: [
    { provide: AccountSync, useExisting: SyncRequestsService },
    RequestSyncService,
    RunEventsService,
    SyncHealthReader,
    SyncRequestsService,
  ],
  exports: [AccountSync, RequestSyncService, RunEventsService, SyncHealthReader],
})
export class SyncModule {}
