import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobContext, type JobHandler } from '../../../../platform/queue/index.js';
import { PairScorerService } from './pair-scorer.service.js';
import type { SignalPair } from './scored-signal.mapper.js';
import { scorePair } from './scoring.jobs.js';
import { scoringMetrics } from './scoring.metrics.js';

@Injectable()
@HandlesJob(scorePair)
export class ScorePairHandler implements JobHandler<SignalPair & { v: 1 }> {
  constructor(private readonly scorer: PairScorerService) {}

  async handle({ venue, market, base, quote }: SignalPair, { signal }: JobContext): Promise<void> {
    try {
      await this.scorer.score({ venue, market, base, quote }, signal);
    } catch (error) {
      signal.throwIfAborted();
      scoringMetrics.failures.inc();
      throw error;
    }
  }
}
