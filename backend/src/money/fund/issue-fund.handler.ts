import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { issueFund } from './fund.jobs.js';
import { FundInvoicingService } from './fund-invoicing.service.js';

@Injectable()
@HandlesJob(issueFund)
export class IssueFundHandler implements JobHandler<{ v: 1; runId: string; mandateId: string }> {
  constructor(private readonly invoicing: FundInvoicingService) {}

  async handle({ runId, mandateId }: { runId: string; mandateId: string }): Promise<void> {
    await this.invoicing.issueOne(runId, mandateId);
    await this.invoicing.resume();
  }
}
