import { Module } from '@nestjs/common';
import { VenuesModule } from '../venues/index.js';
import { AccountLocks } from './account-locks.js';
import { ExchangeAccountRepository } from './exchange-account.repository.js';
import { ExchangeAccountService } from './exchange-account.service.js';
import { KeyChecker } from './key-checker.js';
import { KeyStorage } from './key-storage.service.js';
import { KeyVault } from './key-vault.js';

@Module({
  imports: [VenuesModule],
  providers: [AccountLocks, ExchangeAccountRepository, ExchangeAccountService, KeyChecker, KeyStorage, KeyVault],
  exports: [AccountLocks, ExchangeAccountRepository, ExchangeAccountService, KeyChecker, KeyStorage, KeyVault],
})
export class ExchangeAccountsModule {}
