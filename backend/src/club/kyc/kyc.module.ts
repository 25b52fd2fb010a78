import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ExchangeAccountsModule } from '../../trading/exchange-accounts/index.js';
import { SyncModule } from '../../trading/sync/index.js';
import { FilesModule } from '../files/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { KycDecisions } from './kyc-decisions.service.js';
import { KycReveals } from './kyc-reveals.service.js';
import { KycRevealRepository } from './kyc-reveal.repository.js';
import { KycReviews } from './kyc-reviews.service.js';
import { KycSeals } from './kyc-seals.js';
import { KycService } from './kyc.service.js';
import { KycSubmissionRepository } from './kyc-submission.repository.js';

@Module({
  imports: [AuditModule, ExchangeAccountsModule, FilesModule, MailModule, ReviewsModule, SyncModule],
  providers: [KycService, KycDecisions, KycReviews, KycReveals, KycSeals, KycSubmissionRepository, KycRevealRepository],
  exports: [KycService, KycDecisions, KycReviews, KycReveals],
})
export class KycModule {}
