export type { Ticker } from './mini-tickers.js';
export { TickerFeed, type FeedSnapshot, type FeedState, type TickListener } from './ticker-feed.js';
