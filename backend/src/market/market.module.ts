import { Module } from '@nestjs/common';
import { ExchangeModule } from '../exchange/index.js';
import { AssetPricing } from './asset-prices.js';
import { CandleRefill, CandleStore, SecondCandles } from './candles/index.js';
import { MarketCloses } from './market-closes.js';

@Module({ imports: [ExchangeModule], providers: [AssetPricing, CandleRefill, CandleStore, MarketCloses, SecondCandles], exports: [AssetPricing, CandleRefill, CandleStore, MarketCloses, SecondCandles] })
export class MarketModule {}
