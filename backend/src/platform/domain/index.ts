export * from './clock.js';
export * from './decimal.js';
export * from './domain.errors.js';
export * from './bulk-result.js';
export * from './ids.js';
export * from './language.rules.js';
export * from './review-status.rules.js';
export * from './roles.js';
