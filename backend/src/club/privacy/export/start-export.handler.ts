import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { HandlesOutbox, type OutboxHandler } from '../../../platform/outbox/index.js';
import { JobQueue } from '../../../platform/queue/index.js';
import { START_EXPORT } from './export-requests.service.js';
import { makeExport } from './export.jobs.js';

const payloadSchema = z.object({ v: z.literal(1), exportId: z.uuid() });

/** Queues an export after the transaction that requested it has committed. */
@Injectable()
@HandlesOutbox(START_EXPORT)
export class StartExportHandler implements OutboxHandler<unknown> {
  constructor(private readonly queue: JobQueue) {}

  async handle(payload: unknown): Promise<void> {
    const { v, exportId } = payloadSchema.parse(payload);
    await this.queue.enqueue(makeExport, { v, exportId }, { jobId: `export-${exportId}` });
  }
}
