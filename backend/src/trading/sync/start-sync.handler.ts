import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HandlesOutbox, type OutboxHandler } from '../../platform/outbox/index.js';
import { JobQueue } from '../../platform/queue/index.js';
import { START_SYNC } from './sync-requests.service.js';
import { syncAccount } from './sync.jobs.js';

const payloadSchema = z.object({ v: z.literal(1), runId: z.uuid() });

/** Puts a run that was asked for in a transaction into the queue once that has committed. */
@Injectable()
@HandlesOutbox(START_SYNC)
export class StartSync implements OutboxHandler<unknown> {
  constructor(private readonly queue: JobQueue) {}

  async handle(payload: unknown): Promise<void> {
    const { v, runId } = payloadSchema.parse(payload);
    await this.queue.enqueue(syncAccount, { v, runId }, { jobId: `sync-${runId}` });
  }
}
