export { FundingRates, type FundingReach } from './funding-rates.js';
export type { StoredRate } from './funding.repository.js';
