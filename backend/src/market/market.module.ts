import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/index.js';
import { AssetPricing } from './asset-prices.js';
import { MarketCloses } from './market-closes.js';

@Module({ imports: [ExchangeModule], providers: [AssetPricing, MarketCloses], exports: [AssetPricing, MarketCloses] })
export class MarketModule {}
