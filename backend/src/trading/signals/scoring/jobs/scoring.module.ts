import { Module } from '@nestjs/common';
import { VenuesModule } from '../../../venues/index.js';
import { MarketModule } from '../../../market/index.js';
import { SignalAmendmentRepository } from '../../amendments/signal-amendment.repository.js';
import { SignalEventsModule } from '../../delivery/signal-events.module.js';
import { PairScorerService } from './pair-scorer.service.js';
import { RescoringService } from './rescoring.service.js';
import { ScoreEvidenceService } from './score-evidence.service.js';
import { ScoreWriter } from './score.writer.js';
import { BatchScorerService } from './batch-scorer.service.js';
import { SignalScoreRepository } from './signal-score.repository.js';

/** Scores signals. */
@Module({
  imports: [VenuesModule, MarketModule, SignalEventsModule],
  providers: [
    SignalAmendmentRepository,
    PairScorerService,
    RescoringService,
    ScoreEvidenceService,
    ScoreWriter,
    BatchScorerService,
    SignalScoreRepository,
  ],
  exports: [PairScorerService, RescoringService, ScoreEvidenceService, SignalScoreRepository],
})
export class ScoringModule {}
