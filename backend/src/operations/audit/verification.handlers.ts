import { Injectable } from '@nestjs/common';
import { HandlesOutbox, type OutboxHandler } from '../../platform/outbox/index.js';
import { HandlesJob, JobQueue, type JobHandler } from '../../platform/queue/index.js';
import { ChainVerificationService, START_VERIFICATION } from './chain-verification.service.js';
import { verifyChain, verifyChainDue } from './verification.jobs.js';

/** Puts a verification that an admin asked for in a transaction into the queue once that has committed. */
@Injectable()
@HandlesOutbox(START_VERIFICATION)
export class StartVerification implements OutboxHandler<unknown> {
  constructor(private readonly queue: JobQueue) {}

  async handle(): Promise<void> {
    await this.queue.enqueue(verifyChain, { v: 1 });
  }
}

@Injectable()
@HandlesJob(verifyChain)
export class VerifyChainHandler implements JobHandler<{ v: 1 }> {
  constructor(private readonly verification: ChainVerificationService) {}

  handle(): Promise<void> {
    return this.verification.run();
  }
}

@Injectable()
@HandlesJob(verifyChainDue)
export class VerifyChainDueHandler implements JobHandler<Record<string, never>> {
  constructor(private readonly verification: ChainVerificationService) {}

  handle(): Promise<void> {
    return this.verification.runWhereDue();
  }
}
