import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { lastMidnight } from '../fund-fees/index.js';
import { computeFund, fundDue, queuedOnce } from './fund.jobs.js';
import { FundInvoicingService } from './fund-invoicing.service.js';
import { MandateRepository } from './mandate.repository.js';

/** Mandates queued in one round trip. */
const BATCH = 1_000;

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
    const before = new Date(lastMidnight(now.getTime()));
    let after: string | null = null;
    do {
      const due = await this.mandates.findDue(this.em, { before, after, limit: BATCH });
      await this.queue.enqueueAll(
        computeFund,
        due.map((mandateId) => ({ payload: { v: 1 as const, mandateId }, options: queuedOnce(`fund-${mandateId}`, now) })),
      );
      after = due.length === BATCH ? due.at(-1)! : null;
    } while (after !== null);
    await this.invoicing.resume();
  }
}
