export { firstFrom, indexed, MINUTE, SURE_DIGITS, type CandleSeries } from './candles.js';
export type { Amendment, Detail, Exit, Score, ScoreStatus, ScoreTerms, Trail, Watch } from './score-terms.js';
export { followed, score } from './score.js';
