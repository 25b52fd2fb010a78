export { DayTickers } from './adapters/binance/day-tickers.client.js';
export { readStreamMessage, type Ticker } from './adapters/binance/mini-tickers.mapper.js';
export { WeightBudget } from './budget/index.js';
export { publicConfig } from './http/public-config.presenter.js';
export * from './port/index.js';
export { VenuesHttpModule } from './venues-http.module.js';
export { VenuesModule } from './venues.module.js';
