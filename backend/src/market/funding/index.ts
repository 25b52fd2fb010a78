export { FundingRates, type FundingReach, type StoredRate } from './funding-rates.js';
