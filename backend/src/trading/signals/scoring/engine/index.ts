export { firstFrom, indexed, MINUTE, SURE_DIGITS, type CandleSeries } from './candles.js';
export { settledBy, summedFunding, withinFunding, type FundingRow, type FundingSeries } from './funding.js';
export type { Amendment, Detail, Exit, Score, ScoreStatus, ScoreTerms, Trail, Watch } from './score.types.js';
export { followed, score } from './score.js';
export { stopPath, type StopStep } from './stop-path.js';
