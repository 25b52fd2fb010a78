export { METHODOLOGY_VERSION } from './methodology.js';
export { dayOf, isKept, readBooks, readState, storePortfolio, type Outcome, type StoredState } from './portfolio-store.js';
export { keyOf, partsOf, settle, type SettledBefore, type Settlement, type Unexplained } from './settle.js';
