import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { computeFund } from './fund.jobs.js';
import { FundComputingService } from './fund-computing.service.js';

@Injectable()
@HandlesJob(computeFund)
export class ComputeFundHandler implements JobHandler<{ v: 1; mandateId: string }> {
  constructor(private readonly computing: FundComputingService) {}

  handle({ mandateId }: { mandateId: string }): Promise<void> {
    return this.computing.compute([mandateId]);
  }
}
