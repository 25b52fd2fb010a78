import { Module } from '@nestjs/common';
import { ScorePairHandler } from './score-pair.handler.js';
import { ScoringModule } from './scoring.module.js';
import { ScoringDueHandler } from './scoring-due.handler.js';

@Module({ imports: [ScoringModule], providers: [ScorePairHandler, ScoringDueHandler] })
export class ScoringJobsModule {}
