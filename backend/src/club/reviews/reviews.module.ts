import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ReviewCaseRepository } from './review-case.repository.js';
import { ReviewCaseReader } from './review-case.reader.js';
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
    ReviewRepository,
    ReviewCaseRepository,
    ReviewPresenceRepository,
  ],
  exports: [ReviewTransitionsService, ReviewCaseReader, ReviewViewersService],
})
export class ReviewsModule {}
