export * from './text-format.rules.js';
