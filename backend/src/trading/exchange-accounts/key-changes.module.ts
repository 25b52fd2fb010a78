import { Module } from '@nestjs/common';
import { MailModule } from '../../messaging/mail/index.js';
import { AuditModule } from '../../operations/audit/index.js';
import { AccountAccessService } from './account-access.service.js';
import { AccountKeysService } from './account-keys.service.js';
import { ExchangeAccountsModule } from './exchange-accounts.module.js';
import { KeyChangeEffectsService } from './key-change-effects.service.js';
import { KeyFindingsService } from './key-findings.service.js';
import { StoredKeyCheckService } from './stored-key-check.service.js';

/** Applies changes of stored keys. Needs AccountSync, which SyncModule provides to the whole process. */
@Module({
  imports: [AuditModule, ExchangeAccountsModule, MailModule],
  providers: [AccountAccessService, AccountKeysService, KeyChangeEffectsService, KeyFindingsService, StoredKeyCheckService],
  exports: [AccountAccessService, AccountKeysService, KeyChangeEffectsService, KeyFindingsService, StoredKeyCheckService],
})
export class KeyChangesModule {}
