import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { CaseHoldsService } from './case-holds.service.js';
import { FirstApprovalsService } from './first-approvals.service.js';
import { ReviewApprovalRepository } from './review-approval.repository.js';
import { ReviewCaseRepository } from './review-case.repository.js';
import { ReviewCaseReader } from './review-case.reader.js';
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
    ReviewRepository,
    ReviewCaseRepository,
    ReviewPresenceRepository,
    ReviewClaimRepository,
    ReviewApprovalRepository,
    ScheduledDecisionRepository,
  ],
  exports: [
    ReviewTransitionsService,
    ReviewCaseReader,
    ReviewViewersService,
    ReviewClaimsService,
    FirstApprovalsService,
    ScheduledDecisionsService,
  ],
})
export class ReviewsModule {}
