import { Module } from '@nestjs/common';
import { AuditModule } from '../../../operations/audit/index.js';
import { ExchangeAccountsModule } from '../../../trading/exchange-accounts/index.js';
import { MailModule } from '../../../messaging/mail/index.js';
import { ErasureRequestRepository } from '../erasure/erasure-request.repository.js';
import { MemberDataRepository } from '../erasure/member-data.repository.js';
import { MemberErasureService } from '../erasure/member-erasure.service.js';
import { MemberRetentionRepository } from './member-retention.repository.js';
import { MemberRetentionService } from './member-retention.service.js';
import { RetentionHoldRepository } from './retention-hold.repository.js';
import { RetentionHoldsService } from './retention-holds.service.js';
import { RetentionRepository } from './retention.repository.js';
import { RetentionService } from './retention.service.js';
import { ShreddedSubmissionRepository } from './shredded-submission.repository.js';
import { ShredderService } from './shredder.service.js';

@Module({
  imports: [AuditModule, ExchangeAccountsModule, MailModule],
  providers: [
    ErasureRequestRepository,
    MemberDataRepository,
    MemberErasureService,
    MemberRetentionRepository,
    MemberRetentionService,
    RetentionHoldRepository,
    RetentionHoldsService,
    RetentionRepository,
    RetentionService,
    ShreddedSubmissionRepository,
    ShredderService,
  ],
  exports: [MemberErasureService, RetentionHoldsService, RetentionRepository, RetentionService],
})
export class RetentionModule {}
