import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { MailModule } from '../mail/index.js';
import { ReviewDesk } from './review-desk.js';
import { ReviewMachine } from './review-machine.js';
import { ReviewPresences } from './review-presences.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [ReviewMachine, ReviewDesk, ReviewPresences],
  exports: [ReviewMachine, ReviewDesk, ReviewPresences],
})
export class ReviewsModule {}
