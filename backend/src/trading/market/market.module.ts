import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/index.js';
import { AssetPricingService } from './asset-pricing.service.js';
import { CandleRefillService, CandleStore, SecondCandlesService } from './candles/index.js';
import { FundingRatesService } from './funding/index.js';
import { MarketClosesService } from './market-closes.service.js';

@Module({
  imports: [ExchangeModule],
  providers: [AssetPricingService, CandleRefillService, CandleStore, FundingRatesService, MarketClosesService, SecondCandlesService],
  exports: [AssetPricingService, CandleRefillService, CandleStore, FundingRatesService, MarketClosesService, SecondCandlesService],
})
export class MarketModule {}
