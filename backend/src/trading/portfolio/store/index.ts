export { clearStarted, findAccount, inSnapshot, inTransaction, markStarted, rollback, tryLock, unlock } from './computation.sql.js';
export type { StoredDayResults } from './day-results.mapper.js';
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
} from './portfolio-store.sql.js';
export { keyOf, partsOf, settle, type SettledBefore, type Settlement, type Unexplained } from './unexplained-flows.js';
