import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { AccountAlertEvaluationRepository } from './account-alert-evaluation.repository.js';
import { AlertEvaluationRepository } from './alert-evaluation.repository.js';
import { alertsDue, evaluateAccountAlerts, evaluateAlerts } from './alerts.jobs.js';

const BATCH = 1000;

/** Queues the evaluation of each pair with active alerts, and of members whose account was read since. */
@Injectable()
@HandlesJob(alertsDue)
export class AlertsDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly alerts: AlertEvaluationRepository,
    private readonly accounts: AccountAlertEvaluationRepository,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const pairs = await this.alerts.findPairs(this.em, BATCH);
    const minute = Math.floor(this.clock.now().getTime() / 60_000);
    await this.queue.enqueueAll(
      evaluateAlerts,
      pairs.map((pair) => ({
        payload: { v: 1 as const, ...pair },
        options: { jobId: `alerts-${pair.venue}-${pair.market}-${pair.base}-${pair.quote}-${minute}` },
      })),
    );
    const members = await this.accounts.findDue(this.em, BATCH);
    await this.queue.enqueueAll(
      evaluateAccountAlerts,
      members.map((userId) => ({ payload: { v: 1 as const, userId }, options: { jobId: `account-alerts-${userId}-${minute}` } })),
    );
  }
}
