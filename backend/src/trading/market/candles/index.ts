export type { CandleColumns, MarketSymbol } from './candle-columns.js';
export { CandleRefill, type Refilled } from './candle-refill.js';
export { CandleStore, type KnownCandles, type StoredCandles } from './candle-store.js';
export { SecondCandles, type SecondsOf } from './second-candles.js';
