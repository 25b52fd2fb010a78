import { Module } from '@nestjs/common';
import { AuditModule } from '../../operations/audit/index.js';
import { AppConfig } from '../../platform/config/index.js';
import { MailModule } from '../../messaging/mail/index.js';
import { AccountKeys } from './accounts/account-keys.service.js';
import { AccountSync } from './accounts/account-sync.port.js';
import { ExchangeAccountRepository } from './accounts/exchange-account.repository.js';
import { ExchangeService } from './accounts/exchange.service.js';
import { KeyChecker } from './accounts/key-checker.js';
import { KeyFindings } from './accounts/key-findings.service.js';
import { KeyStorage } from './accounts/key-storage.service.js';
import { KeyVault } from './accounts/key-vault.js';
import { VenueGateway } from './adapters/index.js';
import { createWeightBudget, measureBudget, WeightBudget } from './budget/index.js';
import { ExchangeGateway, MarketDataGateway, VenueClocks } from './port/index.js';
import { RunEvents } from './sync/run-events.js';
import { SyncRequests } from './sync/sync-requests.service.js';

@Module({
  imports: [AuditModule, MailModule],
  providers: [
    {
      provide: WeightBudget,
      inject: [AppConfig],
      useFactory: (config: AppConfig) => {
        const budget = createWeightBudget(config);
        measureBudget(budget);
        return budget;
      },
    },
    {
      provide: ExchangeGateway,
      inject: [WeightBudget, AppConfig],
      useFactory: (budget: WeightBudget, config: AppConfig) =>
        new VenueGateway(budget, config.exchange.url, { okx: config.exchange.okxHost }, config.marketKeys),
    },
    {
      provide: MarketDataGateway,
      inject: [ExchangeGateway],
      useFactory: (gateway: VenueGateway): MarketDataGateway => ({ market: (venue, options) => gateway.market(venue, options) }),
    },
    {
      provide: VenueClocks,
      inject: [ExchangeGateway],
      useFactory: (gateway: VenueGateway): VenueClocks => ({ now: (venue, options) => gateway.now(venue, options) }),
    },
    { provide: AccountSync, useExisting: SyncRequests },
    AccountKeys,
    ExchangeAccountRepository,
    ExchangeService,
    KeyChecker,
    KeyFindings,
    KeyStorage,
    KeyVault,
    RunEvents,
    SyncRequests,
  ],
  exports: [
    AccountKeys,
    AccountSync,
    ExchangeAccountRepository,
    ExchangeGateway,
    ExchangeService,
    KeyChecker,
    KeyFindings,
    KeyStorage,
    MarketDataGateway,
    RunEvents,
    VenueClocks,
    WeightBudget,
  ],
})
export class ExchangeModule {}
