import { Module } from '@nestjs/common';
import { ExchangeModule } from '../../exchange/index.js';
import { MarketModule } from '../../market/index.js';
import { SignalAmendments } from '../amendments/signal-amendments.js';
import { StoredAmendments } from '../amendments/stored-amendments.js';
import { AmendmentSource } from './amendment-source.js';
import { PairScorer } from './pair-scorer.js';
import { Rescoring } from './rescoring.js';
import { ScoreEvidences } from './score-evidence.js';
import { ScoreWriter } from './score-writer.js';
import { ScoringWork } from './scoring-work.js';
import { SignalScores } from './signal-scores.js';

/** What becomes of signals: scores, and who makes them. */
@Module({
  imports: [ExchangeModule, MarketModule],
  providers: [
    SignalAmendments,
    { provide: AmendmentSource, useClass: StoredAmendments },
    PairScorer,
    Rescoring,
    ScoreEvidences,
    ScoreWriter,
    ScoringWork,
    SignalScores,
  ],
  exports: [PairScorer, Rescoring, ScoreEvidences, SignalScores],
})
export class ScorerModule {}
