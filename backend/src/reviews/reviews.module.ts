import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { MailModule } from '../mail/index.js';
import { ReviewMachine } from './review-machine.js';

@Module({ imports: [AuditModule, MailModule], providers: [ReviewMachine], exports: [ReviewMachine] })
export class ReviewsModule {}
