import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ExchangeAccountsModule } from '../../trading/exchange-accounts/index.js';
import { ChannelsModule } from '../../messaging/channels/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { PreferencesModule } from '../../messaging/preferences/index.js';
import { ErasureRequestRepository } from './erasure/erasure-request.repository.js';
import { ErasuresService } from './erasure/erasures.service.js';
import { ImmediateErasureService } from './erasure/immediate-erasure.service.js';
import { MemberDataRepository } from './erasure/member-data.repository.js';
import { DataExportRepository } from './export/data-export.repository.js';
import { ExportPartsStore } from './export/export-parts.store.js';
import { ExportRequestsService } from './export/export-requests.service.js';

@Module({
  imports: [AuditModule, ChannelsModule, ExchangeAccountsModule, MailModule, PreferencesModule],
  providers: [
    DataExportRepository,
    ErasureRequestRepository,
    ErasuresService,
    ExportPartsStore,
    ExportRequestsService,
    ImmediateErasureService,
    MemberDataRepository,
  ],
  exports: [DataExportRepository, ErasureRequestRepository, ErasuresService, ExportPartsStore, ExportRequestsService],
})
export class PrivacyModule {}
