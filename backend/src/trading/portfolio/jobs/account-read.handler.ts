import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { HandlesJob, JobQueue, type JobHandler } from '../../../platform/queue/index.js';
import { accountRead } from '../../sync/index.js';
import { findAccountOfRun } from '../portfolio-state.repository.js';
import { computePortfolio } from './portfolio.jobs.js';

/** Queues the computation of an account's portfolio after each sync. */
@Injectable()
@HandlesJob(accountRead)
export class AccountReadHandler implements JobHandler<{ v: 1; runId: string }> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
  ) {}

  async handle({ runId }: { runId: string }): Promise<void> {
    const accountId = await findAccountOfRun(this.em, runId);
    if (accountId) await this.queue.enqueue(computePortfolio, { v: 1, accountId }, { jobId: `portfolio-${runId}` });
  }
}
