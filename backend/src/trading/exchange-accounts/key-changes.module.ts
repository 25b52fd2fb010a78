import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { AccountKeys } from './account-keys.service.js';
import { ExchangeAccountsModule } from './exchange-accounts.module.js';
import { KeyChangeEffectsService } from './key-change-effects.service.js';
import { KeyFindings } from './key-findings.service.js';
import { StoredKeyCheck } from './stored-key-check.service.js';

/** Applies changes of stored keys. Needs AccountSync, which SyncModule provides to the whole process. */
@Module({
  imports: [AuditModule, ExchangeAccountsModule, MailModule],
  providers: [AccountKeys, KeyChangeEffectsService, KeyFindings, StoredKeyCheck],
  exports: [AccountKeys, KeyChangeEffectsService, KeyFindings, StoredKeyCheck],
})
export class KeyChangesModule {}
