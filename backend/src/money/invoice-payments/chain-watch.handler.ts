import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../../platform/queue/index.js';
import { ChainWatchService } from './chain-watch.service.js';
import { chainWatch } from './chain-watch.jobs.js';

@Injectable()
@HandlesJob(chainWatch)
export class ChainWatchHandler implements JobHandler<Record<string, never>> {
  constructor(private readonly watch: ChainWatchService) {}

  handle(): Promise<void> {
    return this.watch.run();
  }
}
