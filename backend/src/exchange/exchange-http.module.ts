import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { SyncDemand } from './accounts/sync-demand.js';
import { ExchangeModule } from './exchange.module.js';
import { HistoryReader } from './history/history-reader.js';
import { MembersReader } from './history/members-reader.js';
import { ExchangeV1Controller } from './http/exchange.v1.controller.js';
import { HistoryAdminController } from './http/history-admin.controller.js';
import { MembersAdminController } from './http/members-admin.controller.js';

@Module({
  imports: [ExchangeModule, AuditModule],
  controllers: [ExchangeV1Controller, HistoryAdminController, MembersAdminController],
  providers: [HistoryReader, MembersReader, SyncDemand],
})
export class ExchangeHttpModule {}
