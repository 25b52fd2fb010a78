export { AssetPricing, type AssetPrices } from './asset-prices.js';
export { MarketCloses, type CloseReading, type Closes } from './market-closes.js';
export { MarketModule } from './market.module.js';
