export * from './clock.js';
export * from './decimal.js';
export * from './domain-error.js';
export * from './bulk-result.js';
export * from './ids.js';
export * from './review-status.js';
export * from './roles.js';
