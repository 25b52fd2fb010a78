import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { HistoryExportService } from './history-export.service.js';
import { HistoryReader } from './history.reader.js';
import { ExchangeV1Controller } from './http/exchange.v1.controller.js';
import { HistoryAdminController } from './http/history-admin.controller.js';
import { HistoryMeController } from './http/history-me.controller.js';
import { HistoryMemberController } from './http/history-member.controller.js';

@Module({
  imports: [AuditModule],
  controllers: [ExchangeV1Controller, HistoryAdminController, HistoryMeController, HistoryMemberController],
  providers: [HistoryExportService, HistoryReader],
})
export class HistoryHttpModule {}
