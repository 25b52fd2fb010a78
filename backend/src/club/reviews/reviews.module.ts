import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ReviewCaseRepository } from './review-case.repository.js';
import { ReviewCaseReader } from './review-case.reader.js';
import { ReviewClaimRepository } from './review-claim.repository.js';
import { ReviewClaimsService } from './review-claims.service.js';
import { ReviewTransitionsService } from './review-transitions.service.js';
import { ReviewPresenceRepository } from './review-presence.repository.js';
import { ReviewViewersService } from './review-viewers.service.js';
import { ReviewRepository } from './review.repository.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [
    ReviewTransitionsService,
    ReviewCaseReader,
    ReviewViewersService,
    ReviewClaimsService,
    ReviewRepository,
    ReviewCaseRepository,
    ReviewPresenceRepository,
    ReviewClaimRepository,
  ],
  exports: [ReviewTransitionsService, ReviewCaseReader, ReviewViewersService, ReviewClaimsService],
})
export class ReviewsModule {}
