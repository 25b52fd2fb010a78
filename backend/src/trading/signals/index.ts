export { SignalRepository, type PublishedSignal } from './signal.repository.js';
export { AmendmentsService, type AmendmentRequest } from './amendments/amendments.service.js';
export { SignalAmendmentRepository, type PublishedAmendment } from './amendments/signal-amendment.repository.js';
export { marketOfSignal, venueOfSignal } from './signal-market.query.js';
export { ENDED } from './signal-phase.query.js';
export { signalPairMatches } from './signal-search.query.js';
export { Signal, SignalSchema } from './signal.entity.js';
export { SignalLogModule } from './log/signal-log.module.js';
export { SignalReceipt, SignalReceiptSchema } from './signal-receipt.entity.js';
export { SignalReceiptRepository, type SeenSignal } from './signal-receipt.repository.js';
export { pairOf, priceOf, signalSentences, type Side, type SignalTerms } from './signal.input.js';
export { SignalsModule } from './signals.module.js';
export { SignalsService } from './signals.service.js';
export {
  METHODOLOGY,
  PairScorerService,
  RescoringService,
  ScoringModule,
  SignalScoreRepository,
  type Rescored,
  type SignalScore,
  type StoredExit,
  type StoredStatus,
} from './scoring/jobs/index.js';
export { isFinal, ScoreEvidenceService, type ScoreEvidence } from './scoring/jobs/index.js';
export { ScoringJobsModule } from './scoring/jobs/scoring-jobs.module.js';
export {
  score,
  summedFunding,
  SURE_DIGITS,
  type Amendment,
  type CandleSeries,
  type FundingRow,
  type Score,
  type ScoreTerms,
  type Trail,
} from './scoring/engine/index.js';
