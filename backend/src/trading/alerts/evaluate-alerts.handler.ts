import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobContext, type JobHandler } from '../../platform/queue/index.js';
import { AlertEvaluator } from './alert-evaluator.service.js';
import type { MarketPair } from '../market/index.js';

import { evaluateAlerts } from './alerts.jobs.js';

@Injectable()
@HandlesJob(evaluateAlerts)
export class EvaluateAlertsHandler implements JobHandler<MarketPair & { v: 1 }> {
  constructor(private readonly evaluator: AlertEvaluator) {}

  async handle({ venue, market, base, quote }: MarketPair, { signal }: JobContext): Promise<void> {
    await this.evaluator.evaluate({ venue, market, base, quote }, signal);
  }
}
