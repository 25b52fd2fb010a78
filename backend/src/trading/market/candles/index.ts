export { gatherCandles, type CandleColumns, type CandleRow, type MarketSymbol } from './candle-columns.js';
export { CandleRefillService, type Refilled } from './candle-refill.service.js';
export { CandleStore, firstAt, type KnownCandles, type StoredCandles } from './candle.store.js';
export { SecondCandlesService, type SecondsOf } from './second-candles.service.js';
