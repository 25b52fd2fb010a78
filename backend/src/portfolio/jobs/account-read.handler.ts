import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { HandlesJob, JobQueue, type JobHandler } from '../../common/queue/index.js';
import { accountRead } from '../../exchange/index.js';
import { computePortfolio } from './portfolio.jobs.js';

/** What an account is worth is computed after each reading. */
@Injectable()
@HandlesJob(accountRead)
export class AccountReadHandler implements JobHandler<{ v: 1; runId: string }> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
  ) {}

  async handle({ runId }: { runId: string }): Promise<void> {
    const [run] = await this.em.execute<{ account_id: string }[]>('select account_id from sync_runs where id = ?', [runId]);
    if (run) await this.queue.enqueue(computePortfolio, { v: 1, accountId: run.account_id }, { jobId: `portfolio-${runId}` });
  }
}
