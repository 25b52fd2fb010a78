import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HandlesOutbox, type OutboxHandler } from '../../../platform/outbox/index.js';
import { JobQueue } from '../../../platform/queue/index.js';
import { START_EXPORT } from './export-requests.js';
import { makeExport } from './export.jobs.js';

const payloadSchema = z.object({ v: z.literal(1), exportId: z.uuid() });

/** Puts an export that was asked for in a transaction into the queue once that has committed. */
@Injectable()
@HandlesOutbox(START_EXPORT)
export class StartExport implements OutboxHandler<unknown> {
  constructor(private readonly queue: JobQueue) {}

  async handle(payload: unknown): Promise<void> {
    const { v, exportId } = payloadSchema.parse(payload);
    await this.queue.enqueue(makeExport, { v, exportId }, { jobId: `export-${exportId}` });
  }
}
