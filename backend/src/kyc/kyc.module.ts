import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { ExchangeModule } from '../exchange/index.js';
import { FilesModule } from '../files/index.js';
import { MailModule } from '../mail/index.js';
import { UsersModule } from '../users/index.js';
import { KycDecisions } from './kyc-decisions.service.js';
import { KycJournal } from './kyc-journal.js';
import { KycReviews } from './kyc-reviews.js';
import { KycSeals } from './kyc-seals.js';
import { KycService } from './kyc.service.js';

@Module({
  imports: [AuditModule, ExchangeModule, FilesModule, MailModule, UsersModule],
  providers: [KycService, KycDecisions, KycReviews, KycJournal, KycSeals],
  exports: [KycService, KycDecisions, KycReviews],
})
export class KycModule {}
