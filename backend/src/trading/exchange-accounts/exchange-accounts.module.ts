import { Module } from '@nestjs/common';
import { VenuesModule } from '../venues/index.js';
import { AccountLocksService } from './account-locks.service.js';
import { ExchangeAccountRepository } from './exchange-account.repository.js';
import { ExchangeAccountService } from './exchange-account.service.js';
import { KeyCheckerService } from './key-checker.service.js';
import { KeyStorageService } from './key-storage.service.js';
import { KeyVaultService } from './key-vault.service.js';

@Module({
  imports: [VenuesModule],
  providers: [
    AccountLocksService,
    ExchangeAccountRepository,
    ExchangeAccountService,
    KeyCheckerService,
    KeyStorageService,
    KeyVaultService,
  ],
  exports: [AccountLocksService, ExchangeAccountRepository, ExchangeAccountService, KeyCheckerService, KeyStorageService, KeyVaultService],
})
export class ExchangeAccountsModule {}
