import { Injectable } from '@nestjs/common';
import { Clock } from '../../../platform/domain/index.js';
import { JobQueue } from '../../../platform/queue/index.js';
import { DataExportRepository } from './data-export.repository.js';
import { ExportPartsStore } from './export-parts.store.js';
import { makeExport } from './export.jobs.js';

/** Expires exports and restarts stalled ones. Both methods are idempotent. */
@Injectable()
export class ExportSweepService {
  constructor(
    private readonly exports: DataExportRepository,
    private readonly parts: ExportPartsStore,
    private readonly queue: JobQueue,
    private readonly clock: Clock,
  ) {}

  /** Deletes the bytes of expired exports and of rejected members' exports. */
  async expire(): Promise<void> {
    for (const parts of await this.exports.expire()) await this.parts.remove(parts);
  }

  /** Queues stalled exports again. One that a worker is still making is protected by its advisory lock. */
  async restartStalled(): Promise<void> {
    const stalled = await this.exports.findStalled();
    const minute = Math.floor(this.clock.now().getTime() / 60_000);
    await this.queue.enqueueAll(
      makeExport,
      stalled.map((id) => ({ payload: { v: 1 as const, exportId: id }, options: { jobId: `export-${id}-${minute}` } })),
    );
  }
}
