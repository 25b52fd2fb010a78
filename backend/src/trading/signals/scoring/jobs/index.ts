export { PairScorerService, type PairOutcome } from './pair-scorer.service.js';
export { RescoringService, type Rescored } from './rescoring.service.js';
export { ScoreEvidenceService, type ScoreEvidence } from './score-evidence.service.js';
export { ScoringModule } from './scoring.module.js';
export { finalStatuses, isFinal, METHODOLOGY, SignalScoreSchema, type StoredExit, type StoredStatus } from './signal-score.entity.js';
export { SignalScoreRepository, type SignalScore } from './signal-score.repository.js';
