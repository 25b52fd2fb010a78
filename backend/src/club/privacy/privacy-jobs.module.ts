import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { KycModule } from '../kyc/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ErasureSweepService } from './erasure/erasure-sweep.service.js';
import { ExportArchiveService } from './export/export-archive.service.js';
import { ExportSweepService } from './export/export-sweep.service.js';
import { MakeExportHandler } from './export/make-export.handler.js';
import { StartExportHandler } from './export/start-export.handler.js';
import { PrivacyModule } from './privacy.module.js';
import { RetentionDueHandler } from './retention/retention-due.handler.js';
import { RetentionModule } from './retention/retention.module.js';
import { SweepPrivacyHandler } from './sweep-privacy.handler.js';

@Module({
  imports: [PrivacyModule, RetentionModule, AuditModule, KycModule, MailModule],
  providers: [
    RetentionDueHandler,
    ErasureSweepService,
    ExportArchiveService,
    ExportSweepService,
    MakeExportHandler,
    StartExportHandler,
    SweepPrivacyHandler,
  ],
})
export class PrivacyJobsModule {}
