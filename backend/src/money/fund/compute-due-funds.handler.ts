import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, lastMidnight } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobContext, type JobHandler } from '../../platform/queue/index.js';
import { computeDueFunds, computeFund, queuedOnce } from './fund.jobs.js';
import { FundComputingService } from './fund-computing.service.js';
import { inBatches } from './mandate-batches.loop.js';
import { MandateRepository } from './mandate.repository.js';

@Injectable()
@HandlesJob(computeDueFunds)
export class ComputeDueFundsHandler implements JobHandler<{ v: 1 }> {
  private readonly log = new Logger('Fund');

  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly computing: FundComputingService,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  handle(_payload: { v: 1 }, { signal }: JobContext): Promise<void> {
    const now = this.clock.now();
    const before = lastMidnight(now);
    return inBatches(
      {
        find: (range) => this.mandates.findDue(this.em, { before, ...range }),
        work: (ids) => this.computing.compute(ids),
        apart: (ids, err) => {
          this.log.warn({ err, mandates: ids.length }, 'computing mandates failed; each is computed alone');
          const jobs = ids.map((mandateId) => ({ payload: { v: 1 as const, mandateId }, options: queuedOnce(`fund-${mandateId}`, now) }));
          return this.queue.enqueueAll(computeFund, jobs);
        },
      },
      signal,
    );
  }
}
