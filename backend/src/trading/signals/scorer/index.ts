export { PairScorer, type PairOutcome } from './pair-scorer.js';
export { Rescoring, type Rescored } from './rescoring.js';
export { ScoreEvidences, type ScoreEvidence } from './score-evidence.js';
export { ScorerModule } from './scorer.module.js';
export { METHODOLOGY } from './scored-signals.js';
export { finalStatuses, isFinal, SignalScoreSchema, type StoredExit, type StoredStatus } from './signal-score.entity.js';
export { SignalScores, type SignalScore } from './signal-scores.js';
