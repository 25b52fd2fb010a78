import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { LiveEvents } from '../../../messaging/live/index.js';
import { TransparencyLogService } from '../../transparency/index.js';
import { SignalEventsService } from '../delivery/signal-events.service.js';
import { SignalLogRepository } from './signal-log.repository.js';

export interface PublishedEvent {
  /** `signal.create` */
  action: string;
  adminId: string;
  signalId: string;
  /** The signal's or the amendment's id. */
  subjectId: string;
  /** The `moment` stored in the row. */
  at: Date;
  detail: Record<string, unknown>;
}

/**
 * Writes what accompanies each published signal or amendment: an audit record, a live event, an event for members' channels and a leaf of
 * the transparency log.
 */
@Injectable()
export class SignalJournalService {
  constructor(
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
    private readonly log: TransparencyLogService,
    private readonly subjects: SignalLogRepository,
    private readonly events: SignalEventsService,
  ) {}

  /** Returns the timestamp for the row, and locks the log until the transaction ends: call it late. */
  moment(tx: EntityManager): Promise<Date> {
    return this.log.moment(tx);
  }

  /** Call it in the transaction that wrote the row, after the write. */
  async record(tx: EntityManager, { action, adminId, signalId, subjectId, at, detail }: PublishedEvent): Promise<void> {
    await this.audit.record(tx, { action, actorId: adminId, actorRole: 'admin', targetType: 'signal', targetId: signalId, detail });
    // Without content, which only the guarded routes return.
    await this.live.publish(tx, {
      topic: 'signals',
      userId: null,
      data: { id: signalId, change: subjectId === signalId ? 'published' : 'amended' },
    });
    // From the row, not from the input, because log:verify compares leaves with rows.
    const subject = (await this.subjects.of(tx, [subjectId])).get(subjectId);
    if (!subject) throw new Error('nothing is logged that is not there');
    await this.log.append(tx, { ...subject, at });
    await (subjectId === signalId ? this.events.published(tx, signalId, at) : this.events.changed(tx, signalId, at));
  }
}
