import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ExchangeAccountsModule } from '../exchange-accounts/index.js';
import { CoverageReader } from './coverage.repository.js';
import { MembersAdminController } from './http/members-admin.controller.js';
import { SyncMeController } from './http/sync-me.controller.js';
import { SyncRunsAdminController } from './http/sync-runs-admin.controller.js';
import { MembersReader } from './members.repository.js';
import { SyncRunsReader } from './sync-run-list.repository.js';
import { SyncStateReader } from './sync-state.repository.js';
import { SyncModule } from './sync.module.js';
import { WatchedSymbolsService } from './watched-symbols.service.js';

@Module({
  imports: [AuditModule, ExchangeAccountsModule, SyncModule],
  controllers: [MembersAdminController, SyncMeController, SyncRunsAdminController],
  providers: [CoverageReader, MembersReader, SyncRunsReader, SyncStateReader, WatchedSymbolsService],
})
export class SyncHttpModule {}
