import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { ReviewCaseRepository } from './review-case.repository.js';
import { ReviewDesk } from './review-desk.js';
import { ReviewMachine } from './review-machine.js';
import { ReviewPresenceRepository } from './review-presence.repository.js';
import { ReviewPresences } from './review-presences.js';
import { ReviewRepository } from './review.repository.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [ReviewMachine, ReviewDesk, ReviewPresences, ReviewRepository, ReviewCaseRepository, ReviewPresenceRepository],
  exports: [ReviewMachine, ReviewDesk, ReviewPresences],
})
export class ReviewsModule {}
