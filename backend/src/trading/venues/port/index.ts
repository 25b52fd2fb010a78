export * from './errors.js';
export * from './exchange-client.js';
export * from './rows.js';
export * from './market-data.js';
export * from './datasets.js';
export * from './price-in-usdt.js';
export * from './venue-profiles.js';
export * from './venue.rules.js';
