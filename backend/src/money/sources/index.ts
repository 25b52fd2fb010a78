export { SourceHttpClient, type SourceAnswer, type SourceHttpSettings } from './source-http.client.js';
export * from './source.errors.js';
