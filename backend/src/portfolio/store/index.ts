export { METHODOLOGY_VERSION } from './methodology.js';
export {
  completenessLimits,
  dayOf,
  isKept,
  readBooks,
  readState,
  storePortfolio,
  type CompletenessLimit,
  type Outcome,
  type StoredPast,
  type StoredState,
} from './portfolio-store.js';
export { keyOf, partsOf, settle, type SettledBefore, type Settlement, type Unexplained } from './settle.js';
