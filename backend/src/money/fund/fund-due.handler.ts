import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, lastMidnight } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { computeDueFunds, fundDue, MANY, sharedJobs } from './fund.jobs.js';
import { FundInvoicingService } from './fund-invoicing.service.js';
import { MandateRepository } from './mandate.repository.js';

@Injectable()
@HandlesJob(fundDue)
export class FundDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly invoicing: FundInvoicingService,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const now = this.clock.now();
    const before = lastMidnight(now);
    const due = await this.mandates.findDue(this.em, { before, after: null, limit: MANY });
    await this.queue.enqueueAll(
      computeDueFunds,
      sharedJobs('fund-compute', due.length, now).map((options) => ({ payload: { v: 1 as const }, options })),
    );
    await this.invoicing.resume();
  }
}
