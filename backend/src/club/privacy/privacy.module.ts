import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ConsentsModule } from '../consents/index.js';
import { ExchangeModule } from '../../trading/exchange/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { AtOnce } from './erasure/at-once.js';
import { Erasures } from './erasure/erasures.service.js';
import { ExportParts } from './export/export-parts.js';
import { ExportRequests } from './export/export-requests.js';

@Module({
  imports: [AuditModule, ConsentsModule, ExchangeModule, MailModule],
  providers: [AtOnce, Erasures, ExportParts, ExportRequests],
  exports: [Erasures, ExportParts, ExportRequests],
})
export class PrivacyModule {}
