export { DayTickers } from './day-tickers.js';
export type { Ticker } from './mini-tickers.js';
export { TickerFeed, type FeedNews, type FeedState, type FeedStatus } from './ticker-feed.js';
export { TickerSettings } from './ticker-settings.js';
