export type { VenueAdapter } from './adapter.js';
export type { Params } from './ccxt-wire.js';
export { FieldChecks } from './field-checks.js';
export { TtlCache } from './ttl-cache.js';
export { readRows, wireObject, wireRow, wireRows, type Fields, type WireRow } from './shapes.js';
export { CcxtVenue, type Asked, type Call, type Endpoint, type VenueDefinition } from './venue.js';
export type { WireAnswer } from './wire-answer.js';
