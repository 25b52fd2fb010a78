import { Module } from '@nestjs/common';
import { AppConfig } from '../../platform/config/index.js';
import { VenueGateway } from './adapters/index.js';
import { createWeightBudget, measureBudget, WeightBudget } from './budget/index.js';
import { ExchangeGateway, MarketDataGateway, VenueClocks } from './port/index.js';

/** The exchanges behind their port, with one weight budget per process. */
@Module({
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
  ],
  exports: [ExchangeGateway, MarketDataGateway, VenueClocks, WeightBudget],
})
export class VenuesModule {}
