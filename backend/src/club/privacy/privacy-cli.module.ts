import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { SessionsModule } from '../auth/index.js';
import { KycModule } from '../kyc/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ErasureDecisionsService } from './erasure/erasure-decisions.service.js';
import { ErasurePreviewRepository } from './erasure/erasure-preview.repository.js';
import { ExportArchiveService } from './export/export-archive.service.js';
import { OperatorExportService } from './export/operator-export.service.js';
import { PrivacyModule } from './privacy.module.js';

/** Commands for members who make their request by letter. */
@Module({
  imports: [PrivacyModule, AuditModule, KycModule, MailModule, SessionsModule],
  providers: [ErasureDecisionsService, ErasurePreviewRepository, ExportArchiveService, OperatorExportService],
  exports: [PrivacyModule, ErasureDecisionsService, ErasurePreviewRepository, OperatorExportService],
})
export class PrivacyCliModule {}
