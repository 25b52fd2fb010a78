export { translateMessage } from './api-messages.rules.js';
export * from './text-format.rules.js';
