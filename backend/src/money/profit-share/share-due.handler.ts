import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, lastMidnight } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, queuedOnce, type JobHandler } from '../../platform/queue/index.js';
import { ShareInvoicingService } from './share-invoicing.service.js';
import { ShareResultRepository } from './share-result.repository.js';
import { ShareRulesReader } from './share-rules.reader.js';
import { computeShare, shareDue } from './share.jobs.js';

/** Members queued in one round trip. */
const BATCH = 1_000;

@Injectable()
@HandlesJob(shareDue)
export class ShareDueHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly em: EntityManager,
    private readonly rules: ShareRulesReader,
    private readonly results: ShareResultRepository,
    private readonly invoicing: ShareInvoicingService,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle(): Promise<void> {
    const now = this.clock.now();
    const rules = await this.rules.version(this.em);
    const midnight = lastMidnight(now);
    let after: string | null = null;
    do {
      const due: string[] = await this.results.findDue(this.em, { rules, midnight, after, limit: BATCH });
      await this.queue.enqueueAll(
        computeShare,
        due.map((userId) => ({ payload: { v: 1 as const, userId }, options: queuedOnce(`share-${userId}`, now) })),
      );
      after = due.length === BATCH ? due.at(-1)! : null;
    } while (after !== null);
    await this.invoicing.resume();
  }
}
