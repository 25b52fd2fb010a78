import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { ShareComputingService } from './share-computing.service.js';
import { computeShare } from './share.jobs.js';

@Injectable()
@HandlesJob(computeShare)
export class ComputeShareHandler implements JobHandler<{ v: 1; userId: string }> {
  constructor(private readonly computing: ShareComputingService) {}

  handle({ userId }: { userId: string }): Promise<void> {
    return this.computing.compute(userId);
  }
}
