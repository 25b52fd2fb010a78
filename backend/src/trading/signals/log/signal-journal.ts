import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { LiveEvents } from '../../../messaging/live/index.js';
import { TransparencyLog } from '../../transparency/index.js';
import { SignalLogSubjects } from './signal-log-subjects.js';

export interface ToldSignal {
  /** `signal.create` */
  action: string;
  adminId: string;
  signalId: string;
  /** The row that was written: the signal, or its amendment. */
  subjectId: string;
  /** The `moment` that the row names. */
  at: Date;
  detail: Record<string, unknown>;
}

/**
 * What is written beside everything that members are told: who told it, a hint for the pages that are open, and the leaf that keeps it as
 * it was told.
 */
@Injectable()
export class SignalJournal {
  constructor(
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
    private readonly log: TransparencyLog,
    private readonly subjects: SignalLogSubjects,
  ) {}

  /** The moment that the row is to name. Nobody else publishes from here to the end of the transaction: call it late. */
  moment(tx: EntityManager): Promise<Date> {
    return this.log.moment(tx);
  }

  /** To be called in the transaction that wrote the row, after it. */
  async note(tx: EntityManager, { action, adminId, signalId, subjectId, at, detail }: ToldSignal): Promise<void> {
    await this.audit.record(tx, { action, actorId: adminId, actorRole: 'admin', targetType: 'signal', targetId: signalId, detail });
    // That there is one, and nothing of it: what it says stays behind the list that asks who is reading.
    await this.live.publish(tx, {
      topic: 'signals',
      userId: null,
      data: { id: signalId, change: subjectId === signalId ? 'published' : 'amended' },
    });
    // As the row has it, not as it was typed: whoever checks the log later has the row alone.
    const subject = (await this.subjects.of(tx, [subjectId])).get(subjectId);
    if (!subject) throw new Error('nothing is logged that is not there');
    await this.log.append(tx, { ...subject, at });
  }
}
