import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { CaseHoldsService } from './case-holds.service.js';
import { DocumentRequestRepository } from './document-request.repository.js';
import { DocumentRequestsService } from './document-requests.service.js';
import { FirstApprovalsService } from './first-approvals.service.js';
import { ReviewApprovalRepository } from './review-approval.repository.js';
import { ReviewCaseRepository } from './review-case.repository.js';
import { ReviewCaseReader } from './review-case.reader.js';
import { ReviewCheckRepository } from './review-check.repository.js';
import { ReviewChecksService } from './review-checks.service.js';
import { ReviewClaimRepository } from './review-claim.repository.js';
import { ReviewClaimsService } from './review-claims.service.js';
import { ReviewJournalService } from './review-journal.service.js';
import { ReviewTransitionsService } from './review-transitions.service.js';
import { ReviewPresenceRepository } from './review-presence.repository.js';
import { ReviewViewersService } from './review-viewers.service.js';
import { ReviewRepository } from './review.repository.js';
import { ScheduledDecisionRepository } from './scheduled-decision.repository.js';
import { ScheduledDecisionsService } from './scheduled-decisions.service.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [
    ReviewTransitionsService,
    ReviewCaseReader,
    ReviewViewersService,
    ReviewClaimsService,
    ReviewJournalService,
    CaseHoldsService,
    FirstApprovalsService,
    ScheduledDecisionsService,
    DocumentRequestsService,
    ReviewChecksService,
    ReviewRepository,
    ReviewCaseRepository,
    ReviewPresenceRepository,
    ReviewClaimRepository,
    ReviewApprovalRepository,
    ScheduledDecisionRepository,
    DocumentRequestRepository,
    ReviewCheckRepository,
  ],
  exports: [
    ReviewTransitionsService,
    ReviewCaseReader,
    ReviewViewersService,
    ReviewClaimsService,
    FirstApprovalsService,
    ScheduledDecisionsService,
    DocumentRequestsService,
    ReviewChecksService,
  ],
})
export class ReviewsModule {}
