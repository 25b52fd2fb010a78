export type * from './envelope.js';
export type * from './account.js';
export type * from './kyc.js';
export type * from './exchange.js';
export type * from './admin.js';
export type * from './public.js';
