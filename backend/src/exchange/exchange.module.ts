import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/index.js';
import { AppConfig } from '../config/index.js';
import { MailModule } from '../mail/index.js';
import { AccountKeys } from './accounts/account-keys.js';
import { ExchangeService } from './accounts/exchange.service.js';
import { KeyChecker } from './accounts/key-check.js';
import { KeyVault } from './accounts/key-vault.js';
import { BinanceGateway } from './adapters/binance/index.js';
import { ProcessWeightBudget, WeightBudget } from './budget/index.js';
import { ExchangeGateway } from './port/index.js';
import { SyncRequests } from './sync/sync-requests.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [
    { provide: WeightBudget, useFactory: () => new ProcessWeightBudget() },
    { provide: ExchangeGateway, inject: [WeightBudget, AppConfig], useFactory: (budget: WeightBudget, config: AppConfig) => new BinanceGateway(budget, config.exchange.url) },
    AccountKeys,
    ExchangeService,
    KeyChecker,
    KeyVault,
    SyncRequests,
  ],
  exports: [AccountKeys, ExchangeGateway, ExchangeService, KeyChecker],
})
export class ExchangeModule {}
