import { Injectable, Logger } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { z } from 'zod';
import { AuditLog } from '../../../operations/audit/index.js';
import { SealBroken } from '../../../platform/crypto/index.js';
import { HandlesJob, PermanentJobError, type JobContext, type JobHandler } from '../../../platform/queue/index.js';
import { MailOutbox } from '../../../messaging/mail/index.js';
import { ExportArchive } from './export-archive.js';
import { ExportParts } from './export-parts.js';
import { makeExport } from './export.jobs.js';

const FAILED = 'Something went wrong on our side. Nothing of yours is lost. Please ask once more';
/** Between two words about the progress, so that a table of a thousand pages does not write a thousand times. */
const TOLD_EVERY_MS = 500;

/** Makes an export. A second try begins anew and leaves nothing of the first behind; what is ready stays as it is. */
@Injectable()
@HandlesJob(makeExport)
export class MakeExportHandler implements JobHandler<z.output<typeof makeExport.payload>> {
  private readonly log = new Logger('Privacy');

  constructor(
    private readonly em: EntityManager,
    private readonly archive: ExportArchive,
    private readonly parts: ExportParts,
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
    // Whoever reaches the queue can write jobs: the row decides what is done, and for whom.
    const [row] = await this.em.execute<{ user_id: string }[]>(
      `select e.user_id from data_exports e join users u on u.id = e.user_id where e.id = ? and e.state in ('queued', 'running') and u.rejected_at is null`,
      [exportId],
    );
    if (!row) return;
    const owned = { id: exportId, userId: row.user_id };
    let toldAt = Number.NEGATIVE_INFINITY;
    const onStep = async (step: string, percent: number) => {
      signal.throwIfAborted();
      if (performance.now() - toldAt < TOLD_EVERY_MS) return;
      toldAt = performance.now();
      await this.em.execute(`update data_exports set step = ?, progress = ?, touched_at = now() where id = ? and state = 'running'`, [
        step,
        percent,
        exportId,
      ]);
    };
    const byteSize = await this.archive.make(exportId, owned.userId, onStep, async (zip) => {
      await this.begin(exportId);
      return this.parts.write(owned, zip, async (keys) => {
        await this.em.execute(`update data_exports set parts = ?::jsonb, touched_at = now() where id = ?`, [
          JSON.stringify(keys),
          exportId,
        ]);
      });
    });
    if (byteSize !== null) await this.finish(owned, byteSize);
  }

  private async begin(exportId: string): Promise<void> {
    const [former] = await this.em.execute<{ parts: string[] }[]>('select parts from data_exports where id = ?', [exportId]);
    await this.parts.remove(former?.parts ?? []);
    await this.em.execute(
      `update data_exports set state = 'running', parts = '[]', progress = 0, step = null, started_at = now(), touched_at = now() where id = ? and state in ('queued', 'running')`,
      [exportId],
    );
  }

  private async finish({ id, userId }: { id: string; userId: string }, byteSize: number): Promise<void> {
    await this.em.transactional(async (em) => {
      const [ready] = await em.execute<{ until: string }[]>(
        `update data_exports set state = 'ready', progress = 100, step = null, byte_size = ?, ready_at = now(), expires_at = now() + interval '24 hours', touched_at = now()
         where id = ? and state = 'running' returning to_char(expires_at at time zone 'UTC', 'FMDD Mon YYYY, HH24:MI "UTC"') as until`,
        [byteSize, id],
      );
      if (!ready) return;
      await this.audit.record(em, {
        action: 'privacy.export-ready',
        actorId: null,
        actorRole: null,
        targetType: 'export',
        targetId: id,
        detail: { userId, byteSize },
      });
      await this.mail.queue(em, { letter: 'export-ready', to: userId, data: { until: ready.until }, dedupeKey: `export-ready:${id}` });
    });
  }

  private async giveUp(id: string): Promise<void> {
    const parts = await this.em.transactional(async (em) => {
      const [failed] = await em.execute<{ user_id: string; former: string[] }[]>(
        `update data_exports e set state = 'failed', step = null, failure = ?, parts = '[]', touched_at = now() from data_exports o where e.id = ? and o.id = e.id and e.state in ('queued', 'running') returning e.user_id, o.parts as former`,
        [FAILED, id],
      );
      if (failed) await this.mail.queue(em, { letter: 'export-failed', to: failed.user_id, data: {}, dedupeKey: `export-failed:${id}` });
      return failed?.former ?? [];
    });
    await this.parts.remove(parts);
  }
}
