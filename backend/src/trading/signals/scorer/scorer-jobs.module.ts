import { Module } from '@nestjs/common';
import { ScorePairHandler } from './score-pair.handler.js';
import { ScorerModule } from './scorer.module.js';
import { ScoringDueHandler } from './scoring-due.handler.js';

@Module({ imports: [ScorerModule], providers: [ScorePairHandler, ScoringDueHandler] })
export class ScorerJobsModule {}
