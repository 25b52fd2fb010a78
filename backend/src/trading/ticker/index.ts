export { TickerFeed } from './ticker-feed.js';
export { TickerHttpModule } from './ticker-http.module.js';
export { TickerSettings } from './ticker.settings.js';
