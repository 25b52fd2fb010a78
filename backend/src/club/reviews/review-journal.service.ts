import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { LiveEvents, reviewChanged, type ReviewChange } from '../../messaging/live/index.js';
import type { ReviewType } from './review.types.js';

/** An act of a reviewer on a case of a member. */
export interface ReviewAct {
  adminId: string;
  submissionId: string;
  /** The member. */
  userId: string;
}

/** Records what reviewers do with a case, and tells other reviewers. Methods take `tx`, the transaction of the act. */
@Injectable()
export class ReviewJournalService {
  constructor(
    private readonly audit: AuditLog,
    private readonly live: LiveEvents,
  ) {}

  /** `act`: the second part of the action in the audit log. */
  async record(tx: EntityManager, { name }: ReviewType, act: string, of: ReviewAct, detail: Record<string, unknown>): Promise<void> {
    await this.audit.record(tx, {
      action: `${name}.${act}`,
      actorId: of.adminId,
      actorRole: 'admin',
      targetType: name,
      targetId: of.submissionId,
      detail: { userId: of.userId, ...detail },
    });
  }

  publish(tx: EntityManager, { name }: ReviewType, id: string, change: ReviewChange['change']): Promise<void> {
    return this.live.publish(tx, reviewChanged({ review: name, id, change }));
  }
}
