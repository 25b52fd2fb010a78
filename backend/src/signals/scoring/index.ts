export { firstFrom, SURE_DIGITS, type CandleSeries } from './candles.js';
export { MINUTE, type Detail, type Exit, type Score, type ScoreStatus, type ScoreTerms, type Trail } from './score-terms.js';
export { score } from './score.js';
