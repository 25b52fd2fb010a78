export { AssetPricingService, type AssetPrices } from './asset-pricing.service.js';
export {
  CandleRefillService,
  CandleStore,
  firstAt,
  gatherCandles,
  SecondCandlesService,
  type CandleColumns,
  type CandleRow,
  type KnownCandles,
  type MarketSymbol,
  type Refilled,
  type SecondsOf,
  type StoredCandles,
} from './candles/index.js';
export { FundingRatesService, type FundingReach, type StoredRate } from './funding/index.js';
export type { Closes } from './market-close.repository.js';
export { MarketClosesService, type CloseReading } from './market-closes.service.js';
export { StoredCloses } from './stored-closes.repository.js';
export { marketPair, symbolOfPair, type MarketPair } from './market-pair.schema.js';
export { MarketModule } from './market.module.js';
