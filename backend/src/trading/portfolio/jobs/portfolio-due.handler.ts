import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../../platform/queue/index.js';
import { findDueAccounts } from '../portfolio-state.repository.js';
import { computePortfolio, portfolioDue } from './portfolio.jobs.js';

const BATCH = 200;

/** Queues computations that were missed: lost jobs, killed workers, prices that were unavailable. */
@Injectable()
@HandlesJob(portfolioDue)
export class PortfolioDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const due = await findDueAccounts(this.em, BATCH);
    const tag = Math.floor(this.clock.now().getTime() / 600_000);
    await this.queue.enqueueAll(
      computePortfolio,
      due.map((accountId) => ({ payload: { v: 1 as const, accountId }, options: { jobId: `portfolio-${accountId}-${tag}` } })),
    );
  }
}
