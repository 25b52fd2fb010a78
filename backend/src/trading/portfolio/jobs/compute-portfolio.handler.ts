import { Injectable } from '@nestjs/common';
import { HandlesJob, RateLimitedError, type JobContext, type JobHandler } from '../../../platform/queue/index.js';
import { PortfolioComputingService } from './portfolio-computing.service.js';
import { computePortfolio } from './portfolio.jobs.js';

const BUSY_MS = 3000;

@Injectable()
@HandlesJob(computePortfolio)
export class ComputePortfolioHandler implements JobHandler<{ v: 1; accountId: string }> {
  constructor(private readonly computing: PortfolioComputingService) {}

  async handle({ accountId }: { accountId: string }, { signal }: JobContext): Promise<void> {
    // The computation that runs may have started before the latest reading.
    if ((await this.computing.compute(accountId, signal)) === 'busy') throw new RateLimitedError(BUSY_MS);
  }
}
