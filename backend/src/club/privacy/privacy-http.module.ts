import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { FilesModule } from '../files/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ErasureDecisionsService } from './erasure/erasure-decisions.service.js';
import { ErasureReviewRepository } from './erasure/erasure-review.repository.js';
import { ExportDownloadsService } from './export/export-downloads.service.js';
import { ErasureAdminController } from './http/erasure-admin.controller.js';
import { ErasureController } from './http/erasure.controller.js';
import { ExportController } from './http/export.controller.js';
import { RestrictionGuard } from './http/restriction.guard.js';
import { PrivacyModule } from './privacy.module.js';

/** Needs the sessions, which the authentication module provides to the whole API process. */
@Module({
  imports: [PrivacyModule, AuditModule, FilesModule, MailModule],
  providers: [ErasureDecisionsService, ErasureReviewRepository, ExportDownloadsService, RestrictionGuard],
  exports: [RestrictionGuard],
  controllers: [ExportController, ErasureController, ErasureAdminController],
})
export class PrivacyHttpModule {}
