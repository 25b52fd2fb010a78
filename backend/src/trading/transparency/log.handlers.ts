import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { HandlesOutbox, type OutboxHandler } from '../../platform/outbox/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { HeadSignerService } from './head-signer.service.js';
import { LogBackfillService } from './log-backfill.service.js';
import { keepLog } from './log.jobs.js';
import { SIGN_FIRST_HEAD } from './transparency-log.service.js';

@Injectable()
@HandlesJob(keepLog)
export class KeepLogHandler implements JobHandler<Record<string, never>>, OnApplicationBootstrap {
  private readonly log = new Logger('TransparencyLog');

  constructor(
    private readonly backfill: LogBackfillService,
    private readonly signer: HeadSignerService,
    private readonly queue: JobQueue,
  ) {}

  /** Queues the job at once if there are leaves and no head. */
  async onApplicationBootstrap(): Promise<void> {
    try {
      if (await this.signer.isFirstDue()) await this.queue.enqueue(keepLog, {});
    } catch (error) {
      this.log.warn({ err: error }, 'whether the first head is due is not known; the next round of the job looks again');
    }
  }

  async handle(): Promise<void> {
    await this.backfill.run();
    await this.signer.signWhereDue();
  }
}

/** Signs the first head as soon as the first leaf is committed. Safe to repeat: where there is a head, nothing is due. */
@Injectable()
@HandlesOutbox(SIGN_FIRST_HEAD)
export class SignFirstHead implements OutboxHandler<unknown> {
  constructor(private readonly signer: HeadSignerService) {}

  async handle(): Promise<void> {
    await this.signer.signWhereDue();
  }
}
