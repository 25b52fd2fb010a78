import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/index.js';
import { AssetPricing } from './asset-prices.js';
import { CandleRefill, CandleStore, SecondCandles } from './candles/index.js';
import { FundingRates } from './funding/index.js';
import { MarketCloses } from './market-closes.js';

@Module({
  imports: [ExchangeModule],
  providers: [AssetPricing, CandleRefill, CandleStore, FundingRates, MarketCloses, SecondCandles],
  exports: [AssetPricing, CandleRefill, CandleStore, FundingRates, MarketCloses, SecondCandles],
})
export class MarketModule {}
