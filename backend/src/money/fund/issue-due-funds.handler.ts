import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock } from '../../platform/domain/index.js';
import { HandlesJob, JobQueue, type JobContext, type JobHandler } from '../../platform/queue/index.js';
import { FeeProposalRepository } from './fee-proposal.repository.js';
import { BATCH, issueDueFunds, issueFund, queuedOnce } from './fund.jobs.js';
import { FundInvoicingService } from './fund-invoicing.service.js';
import { InvoiceRunRepository } from './invoice-run.repository.js';
import { inBatches } from './mandate-batches.loop.js';

@Injectable()
@HandlesJob(issueDueFunds)
export class IssueDueFundsHandler implements JobHandler<{ v: 1; runId: string }> {
  private readonly log = new Logger('Fund');

  constructor(
    private readonly em: EntityManager,
    private readonly runs: InvoiceRunRepository,
    private readonly proposals: FeeProposalRepository,
    private readonly invoicing: FundInvoicingService,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  async handle({ runId }: { runId: string }, { signal }: JobContext): Promise<void> {
    const run = await this.runs.find(this.em, runId);
    if (!run || run.finishedAt !== null) return;
    await inBatches(
      {
        find: (range) => this.proposals.findMandatesToInvoice(this.em, { through: run.throughAt, ...range }),
        work: (ids) => this.invoicing.issue(runId, ids),
        apart: (ids, err) => {
          this.log.warn({ err, mandates: ids.length }, 'invoicing mandates failed; each is invoiced alone');
          return this.issueAlone(runId, ids);
        },
      },
      signal,
    );
    // Another transaction had locked these members. A job of their own waits for it, so that the order does not wait for the next minute.
    const left = await this.proposals.findMandatesToInvoice(this.em, { after: null, through: run.throughAt, limit: BATCH });
    if (left.length > 0) await this.issueAlone(runId, left);
    else await this.invoicing.resume();
  }

  private issueAlone(runId: string, mandateIds: readonly string[]): Promise<void> {
    return this.queue.enqueueAll(
      issueFund,
      mandateIds.map((mandateId) => ({
        payload: { v: 1 as const, runId, mandateId },
        options: queuedOnce(`fund-issue-${runId}-${mandateId}`, this.clock.now()),
      })),
    );
  }
}
