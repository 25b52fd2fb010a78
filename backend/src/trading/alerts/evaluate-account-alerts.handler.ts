import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { AccountAlertEvaluator } from './account-alert-evaluator.service.js';
import { evaluateAccountAlerts } from './alerts.jobs.js';

@Injectable()
@HandlesJob(evaluateAccountAlerts)
export class EvaluateAccountAlertsHandler implements JobHandler<{ v: 1; userId: string }> {
  constructor(private readonly evaluator: AccountAlertEvaluator) {}

  async handle({ userId }: { userId: string }): Promise<void> {
    await this.evaluator.evaluate(userId);
  }
}
