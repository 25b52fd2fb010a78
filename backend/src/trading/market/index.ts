export { AssetPricing, type AssetPrices } from './asset-prices.js';
export {
  CandleRefill,
  CandleStore,
  SecondCandles,
  type CandleColumns,
  type KnownCandles,
  type MarketSymbol,
  type Refilled,
  type SecondsOf,
  type StoredCandles,
} from './candles/index.js';
export { FundingRates, type FundingReach, type StoredRate } from './funding/index.js';
export type { Closes } from './market-close.repository.js';
export { MarketCloses, type CloseReading } from './market-closes.js';
export { StoredCloses } from './stored-closes.repository.js';
export { MarketModule } from './market.module.js';
