import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { lastMidnight } from '../fund-fees/index.js';
import { computeFund, fundDue } from './fund.jobs.js';
import { FundInvoicingService } from './fund-invoicing.service.js';
import { MandateRepository } from './mandate.repository.js';

/** Mandates queued at once. More follow with the next run. */
const BATCH = 2_000;

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
    const now = this.clock.now().getTime();
    const due = await this.mandates.findDue(this.em, { before: new Date(lastMidnight(now)), limit: BATCH });
    const tag = Math.floor(now / 300_000);
    await this.queue.enqueueAll(
      computeFund,
      due.map((mandateId) => ({ payload: { v: 1 as const, mandateId }, options: { jobId: `fund-${mandateId}-${tag}` } })),
    );
    await this.invoicing.resume();
  }
}
