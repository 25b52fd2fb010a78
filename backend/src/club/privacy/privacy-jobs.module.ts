import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { KycModule } from '../kyc/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ErasureSweep } from './erasure/erasure-sweep.js';
import { ExportArchive } from './export/export-archive.js';
import { ExportSweep } from './export/export-sweep.js';
import { MakeExportHandler } from './export/make-export.handler.js';
import { StartExport } from './export/start-export.handler.js';
import { PrivacyModule } from './privacy.module.js';
import { RetentionDueHandler } from './retention/retention-due.handler.js';
import { RetentionModule } from './retention/retention.module.js';
import { SweepPrivacyHandler } from './sweep-privacy.handler.js';

@Module({
  imports: [PrivacyModule, RetentionModule, AuditModule, KycModule, MailModule],
  providers: [RetentionDueHandler, ErasureSweep, ExportArchive, ExportSweep, MakeExportHandler, StartExport, SweepPrivacyHandler],
})
export class PrivacyJobsModule {}
