import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { ExchangeAccountsModule } from '../../trading/exchange-accounts/index.js';
import { SyncModule } from '../../trading/sync/index.js';
import { FilesModule } from '../files/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { PaymentsModule } from '../payments/index.js';
import { ReviewsModule } from '../reviews/index.js';
import { KycConsoleDecisionsService } from './kyc-console-decisions.service.js';
import { KycDecisionsService } from './kyc-decisions.service.js';
import { KycDocumentRepository } from './kyc-document.repository.js';
import { KycFingerprintRepository } from './kyc-fingerprint.repository.js';
import { KycFingerprintsService } from './kyc-fingerprints.service.js';
import { KycRevealsService } from './kyc-reveals.service.js';
import { KycRevealRepository } from './kyc-reveal.repository.js';
import { KycResubmissionsService } from './kyc-resubmissions.service.js';
import { KycReviewsService } from './kyc-reviews.service.js';
import { KycQueueRepository } from './kyc-queue.repository.js';
import { KycSealService } from './kyc-seal.service.js';
import { KycService } from './kyc.service.js';
import { KycSubmissionRepository } from './kyc-submission.repository.js';

@Module({
  imports: [AuditModule, ExchangeAccountsModule, FilesModule, MailModule, PaymentsModule, ReviewsModule, SyncModule],
  providers: [
    KycService,
    KycDecisionsService,
    KycConsoleDecisionsService,
    KycReviewsService,
    KycResubmissionsService,
    KycRevealsService,
    KycFingerprintsService,
    KycFingerprintRepository,
    KycSealService,
    KycSubmissionRepository,
    KycDocumentRepository,
    KycQueueRepository,
    KycRevealRepository,
  ],
  exports: [
    KycService,
    KycDecisionsService,
    KycConsoleDecisionsService,
    KycResubmissionsService,
    KycReviewsService,
    KycRevealsService,
    KycFingerprintsService,
    KycFingerprintRepository,
  ],
})
export class KycModule {}
