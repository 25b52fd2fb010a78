export { SignalReader, type PublishedSignal } from './signal-reader.js';
export { AmendmentsService, type AmendmentWish } from './amendments/amendments.service.js';
export { SignalAmendments, type PublishedAmendment } from './amendments/signal-amendments.js';
export { ENDED } from './signal-states.js';
export { Signal, SignalSchema } from './signal.entity.js';
export { SignalLogModule } from './log/signal-log.module.js';
export { SignalReceipt, SignalReceiptSchema } from './signal-receipt.entity.js';
export { SignalReceiptReader, type SeenSignal } from './signal-receipt-reader.js';
export type { Side, SignalTerms } from './signal-terms.js';
export { SignalsModule } from './signals.module.js';
export { SignalsService } from './signals.service.js';
export {
  METHODOLOGY,
  PairScorer,
  Rescoring,
  ScorerModule,
  SignalScores,
  type Rescored,
  type SignalScore,
  type StoredExit,
  type StoredStatus,
} from './scorer/index.js';
export { isFinal, ScoreEvidences, type ScoreEvidence } from './scorer/index.js';
export { ScorerJobsModule } from './scorer/scorer-jobs.module.js';
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
} from './scoring/index.js';
