import { Injectable } from '@nestjs/common';
import { EntityManager, UniqueConstraintViolationException } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { uuidv7 } from '../../../platform/domain/index.js';
import type { Actor } from '../../../platform/http/access-ports.js';
import { Outbox } from '../../../platform/outbox/index.js';
import { RateLimits } from '../../../platform/rate-limits/index.js';
import type { ExportState } from '../privacy.entities.js';
import { ExportUnderWay } from '../privacy.errors.js';

/** The outbox kind that StartExport serves. */
export const START_EXPORT = 'privacy.start-export';

/** An export as its member sees it. */
export interface ExportView {
  id: string;
  state: ExportState;
  progress: number;
  step: string | null;
  byteSize: number | null;
  failure: string | null;
  requestedAt: Date;
  readyAt: Date | null;
  expiresAt: Date | null;
}

interface Row {
  id: string;
  state: ExportState;
  progress: number;
  step: string | null;
  byte_size: string | null;
  failure: string | null;
  requested_at: string;
  ready_at: string | null;
  expires_at: string | null;
}

/** Members ask for a copy of their data. */
@Injectable()
export class ExportRequests {
  constructor(
    private readonly em: EntityManager,
    private readonly limits: RateLimits,
    private readonly outbox: Outbox,
    private readonly audit: AuditLog,
  ) {}

  /** The latest export of a member; null: none yet. One whose day is over counts as expired, also before the sweep has seen it. */
  async latestOf(userId: string): Promise<ExportView | null> {
    const [row] = await this.em.execute<Row[]>(
      `select id, case when state = 'ready' and expires_at <= now() then 'expired' else state end as state, progress, step, byte_size, failure, requested_at, ready_at, expires_at
       from data_exports where user_id = ? order by requested_at desc, id desc limit 1`,
      [userId],
    );
    return row ? viewOf(row) : null;
  }

  /** Begins a copy once the transaction commits. Throws ExportUnderWay (409), TooMany. */
  async ask({ userId, role }: Actor): Promise<void> {
    const latest = await this.latestOf(userId);
    if (latest?.state === 'queued' || latest?.state === 'running') throw new ExportUnderWay();
    await this.limits.consume('exportUser', userId);
    try {
      await this.em.transactional(async (em) => {
        const id = uuidv7();
        await em.execute(`insert into data_exports (id, user_id, state) values (?, ?, 'queued')`, [id, userId]);
        await this.audit.record(em, { action: 'privacy.export-ask', actorId: userId, actorRole: role, targetType: 'export', targetId: id });
        await this.outbox.add(em, { kind: START_EXPORT, dedupeKey: `${START_EXPORT}:${id}`, payload: { v: 1, exportId: id } });
      });
    } catch (error) {
      // Asked twice at one moment.
      if (error instanceof UniqueConstraintViolationException) throw new ExportUnderWay();
      throw error;
    }
  }
}

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

function viewOf(row: Row): ExportView {
  return {
    id: row.id,
    state: row.state,
    progress: row.progress,
    step: row.step,
    byteSize: row.byte_size === null ? null : Number(row.byte_size),
    failure: row.failure,
    requestedAt: new Date(row.requested_at),
    readyAt: dateOf(row.ready_at),
    expiresAt: dateOf(row.expires_at),
  };
}
