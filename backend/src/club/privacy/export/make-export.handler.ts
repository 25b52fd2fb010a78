import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { AuditLog } from '../../../operations/audit/index.js';
import { SealBroken } from '../../../platform/crypto/index.js';
import { HandlesJob, PermanentJobError, type JobContext, type JobHandler } from '../../../platform/queue/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import { DataExportRepository } from './data-export.repository.js';
import { ExportArchiveService } from './export-archive.service.js';
import { ExportPartsStore } from './export-parts.store.js';
import { makeExport } from './export.jobs.js';

const FAILED = 'Something went wrong on our side. Nothing of yours is lost. Please ask once more';
/** Minimum time between two updates of the progress. */
const PROGRESS_INTERVAL_MS = 500;

/** Makes an export. A retry starts anew and deletes the parts of the former attempt; a finished export is left as it is. */
@Injectable()
@HandlesJob(makeExport)
export class MakeExportHandler implements JobHandler<z.output<typeof makeExport.payload>> {
  private readonly log = new Logger('Privacy');

  constructor(
    private readonly em: EntityManager,
    private readonly exports: DataExportRepository,
    private readonly archive: ExportArchiveService,
    private readonly parts: ExportPartsStore,
    private readonly mail: MailOutbox,
    private readonly audit: AuditLog,
  ) {}

  async handle({ exportId }: { exportId: string }, { attempt, signal }: JobContext): Promise<void> {
    try {
      await this.make(exportId, signal);
    } catch (error) {
      if (signal.aborted) throw error;
      const isLast = error instanceof SealBroken || attempt >= makeExport.options.attempts;
      this.log.error({ err: error, exportId, attempt }, 'an export failed');
      if (!isLast) throw error;
      await this.giveUp(exportId);
      throw new PermanentJobError((error as Error).message);
    }
  }

  private async make(exportId: string, signal: AbortSignal): Promise<void> {
    // A job's payload is not trusted: the row decides whether an export is made, and for which member.
    const userId = await this.exports.findOwner(exportId);
    if (userId === null) return;
    const owned = { id: exportId, userId };
    let savedAt = Number.NEGATIVE_INFINITY;
    const onStep = async (step: string, percent: number) => {
      signal.throwIfAborted();
      if (performance.now() - savedAt < PROGRESS_INTERVAL_MS) return;
      savedAt = performance.now();
      await this.exports.saveProgress(exportId, step, percent);
    };
    const byteSize = await this.archive.make(exportId, userId, onStep, async (zip) => {
      await this.parts.remove(await this.exports.findParts(exportId));
      await this.exports.start(exportId);
      return this.parts.write(owned, zip, (keys) => this.exports.saveParts(exportId, keys));
    });
    if (byteSize !== null) await this.finish(owned, byteSize);
  }

  private async finish({ id, userId }: { id: string; userId: string }, byteSize: number): Promise<void> {
    await this.em.transactional(async (tx) => {
      const until = await this.exports.finish(tx, id, byteSize);
      if (until === null) return;
      await this.audit.record(tx, {
        action: 'privacy.export-ready',
        actorId: null,
        actorRole: null,
        targetType: 'export',
        targetId: id,
        detail: { userId, byteSize },
      });
      await this.mail.queue(tx, {
        letter: 'export-ready',
        to: userId,
        data: { until: until.toISOString() },
        dedupeKey: `export-ready:${id}`,
      });
    });
  }

  private async giveUp(id: string): Promise<void> {
    const parts = await this.em.transactional(async (tx) => {
      const failed = await this.exports.fail(tx, id, FAILED);
      if (failed) await this.mail.queue(tx, { letter: 'export-failed', to: failed.userId, data: {}, dedupeKey: `export-failed:${id}` });
      return failed?.parts ?? [];
    });
    await this.parts.remove(parts);
  }
}
