import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { CheckKeyHandler } from './check-key.handler.js';
import { CheckKeysDueHandler } from './check-keys-due.handler.js';
import { KeyChangesModule } from './key-changes.module.js';
import { KeyUpkeepHandler } from './key-upkeep.handler.js';
import { KeyUpkeepService } from './key-upkeep.service.js';

@Module({
  imports: [AuditModule, KeyChangesModule, MailModule],
  providers: [CheckKeyHandler, CheckKeysDueHandler, KeyUpkeepService, KeyUpkeepHandler],
})
export class ExchangeAccountsJobsModule {}
