import { Module } from '@nestjs/common';
import { VenuesModule } from '../venues/index.js';
import { AssetPricingService } from './asset-pricing.service.js';
import { CandleRefillService, CandleStore, SecondCandlesService } from './candles/index.js';
import { FundingRatesService } from './funding/index.js';
import { MarketClosesService } from './market-closes.service.js';

@Module({
  imports: [VenuesModule],
  providers: [AssetPricingService, CandleRefillService, CandleStore, FundingRatesService, MarketClosesService, SecondCandlesService],
  exports: [AssetPricingService, CandleRefillService, CandleStore, FundingRatesService, MarketClosesService, SecondCandlesService],
})
export class MarketModule {}
