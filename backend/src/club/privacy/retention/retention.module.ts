import { Module } from '@nestjs/common';
import { AuditModule } from '../../../operations/audit/index.js';
import { ExchangeModule } from '../../../trading/exchange/index.js';
import { MailModule } from '../../../messaging/mail/index.js';
import { MemberErasure } from '../erasure/member-erasure.js';
import { MemberActs } from './member-acts.js';
import { Retention } from './retention.js';
import { RetentionHolds } from './retention-holds.js';
import { Shredder } from './shredder.js';

@Module({
  imports: [AuditModule, ExchangeModule, MailModule],
  providers: [MemberActs, MemberErasure, Retention, RetentionHolds, Shredder],
  exports: [MemberErasure, Retention, RetentionHolds],
})
export class RetentionModule {}
