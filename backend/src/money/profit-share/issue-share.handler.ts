import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { ShareInvoicingService } from './share-invoicing.service.js';
import { issueShare } from './share.jobs.js';

@Injectable()
@HandlesJob(issueShare)
export class IssueShareHandler implements JobHandler<{ v: 1; runId: string; userId: string }> {
  constructor(private readonly invoicing: ShareInvoicingService) {}

  handle({ runId, userId }: { runId: string; userId: string }): Promise<void> {
    return this.invoicing.issueFor(runId, userId);
  }
}
