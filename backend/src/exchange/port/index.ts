export * from './errors.js';
export * from './exchange-client.js';
export * from './rows.js';
