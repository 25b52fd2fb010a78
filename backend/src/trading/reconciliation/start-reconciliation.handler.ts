import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HandlesOutbox, type OutboxContext, type OutboxHandler } from '../../platform/outbox/index.js';
import { JobQueue } from '../../platform/queue/index.js';
import { START_RECONCILIATION } from './request-reconciliation.service.js';
import { reconcileAccount } from './reconciliation.jobs.js';

const payloadSchema = z.object({ v: z.literal(1), accountId: z.uuid() });

/** Queues a requested reconciliation once the request has committed. */
@Injectable()
@HandlesOutbox(START_RECONCILIATION)
export class StartReconciliation implements OutboxHandler<unknown> {
  constructor(private readonly queue: JobQueue) {}

  async handle(payload: unknown, { id }: OutboxContext): Promise<void> {
    const { v, accountId } = payloadSchema.parse(payload);
    await this.queue.enqueue(reconcileAccount, { v, accountId }, { jobId: `reconcile-${id}` });
  }
}
