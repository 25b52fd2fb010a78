export { FundingRatesService, type FundingReach } from './funding-rates.service.js';
export type { StoredRate } from './funding.repository.js';
