import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { uuidv7 } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/session-reader.port.js';
import { Outbox } from '../../../platform/outbox/index.js';
import { violatesUnique } from '../../../platform/persistence/database.errors.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import { ONE_OPEN_EXPORT } from '../privacy.entities.js';
import { ExportUnderWay } from '../privacy.errors.js';
import { DataExportRepository, type ExportView } from './data-export.repository.js';

/** The outbox kind that StartExportHandler serves. */
export const START_EXPORT = 'privacy.start-export';

/** Requests a copy of a member's data. */
@Injectable()
export class ExportRequestsService {
  constructor(
    private readonly em: EntityManager,
    private readonly exports: DataExportRepository,
    private readonly limits: RateLimits,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
  ) {}

  /** Returns the member's latest export, or null before the first. */
  latestOf(userId: string): Promise<ExportView | null> {
    return this.exports.findLatestOf(userId);
  }

  /** Queues an export through the outbox. Throws ExportUnderWay (409), TooMany. */
  async ask({ userId, role }: Actor): Promise<void> {
    const latest = await this.latestOf(userId);
    if (latest?.state === 'queued' || latest?.state === 'running') throw new ExportUnderWay();
    await this.limits.consume('exportUser', userId);
    try {
      await this.em.transactional(async (tx) => {
        const id = uuidv7();
        await this.exports.insert(tx, id, userId);
        await this.audit.record(tx, { action: 'privacy.export-ask', actorId: userId, actorRole: role, targetType: 'export', targetId: id });
        await this.outbox.add(tx, { kind: START_EXPORT, dedupeKey: `${START_EXPORT}:${id}`, payload: { v: 1, exportId: id } });
      });
    } catch (error) {
      // Two concurrent requests.
      throw violatesUnique(error, ONE_OPEN_EXPORT) ? new ExportUnderWay() : error;
    }
  }
}
