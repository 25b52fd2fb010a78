import { Injectable } from '@nestjs/common';
import { HandlesJob, type JobHandler } from '../common/queue/index.js';
import { HeadSigner } from './head-signer.js';
import { LogBackfill } from './log-backfill.js';
import { keepLog } from './log.jobs.js';

@Injectable()
@HandlesJob(keepLog)
export class KeepLogHandler implements JobHandler<Record<string, never>> {
  constructor(
    private readonly backfill: LogBackfill,
    private readonly signer: HeadSigner,
  ) {}

  async handle(): Promise<void> {
    await this.backfill.run();
    await this.signer.signWhereDue();
  }
}
