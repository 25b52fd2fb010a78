import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { SessionsModule } from '../auth/index.js';
import { KycModule } from '../kyc/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ErasureDecisions } from './erasure/erasure-decisions.js';
import { ErasurePreviews } from './erasure/erasure-preview.js';
import { ExportArchive } from './export/export-archive.js';
import { OperatorExport } from './export/operator-export.js';
import { PrivacyModule } from './privacy.module.js';

/** What operators do for members who write a letter: at the command line. */
@Module({
  imports: [PrivacyModule, AuditModule, KycModule, MailModule, SessionsModule],
  providers: [ErasureDecisions, ErasurePreviews, ExportArchive, OperatorExport],
  exports: [PrivacyModule, ErasureDecisions, ErasurePreviews, OperatorExport],
})
export class PrivacyDeskModule {}
