import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { InvalidInput, uuidv7 } from '../../../platform/domain/index.js';
import { RetentionHoldRepository, type NewHold, type OpenHold } from './retention-hold.repository.js';

/**
 * Suspends the deletion of a member's data for a court, an authority or a suspicion of fraud. Holds are not shown to the member and are not
 * part of their export.
 */
@Injectable()
export class RetentionHoldsService {
  constructor(
    private readonly em: EntityManager,
    private readonly holds: RetentionHoldRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Places a hold and lifts the open one. Returns its id. */
  place(hold: NewHold): Promise<string> {
    const { userId, reason, placedBy, until } = hold;
    const id = uuidv7();
    return this.em.transactional(async (tx) => {
      await this.holds.lockUser(tx, userId);
      await this.holds.lift(tx, userId, placedBy);
      await this.holds.insert(tx, id, hold);
      await this.record(tx, 'retention.hold', id, { userId, confirmedBy: placedBy, reason, until: until?.toISOString() ?? null });
      return id;
    });
  }

  /** Throws InvalidInput where there is none. */
  lift(userId: string, liftedBy: string, reason: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const id = await this.holds.lift(tx, userId, liftedBy);
      if (id === null) throw InvalidInput.field('user', 'There is no hold on this account');
      await this.record(tx, 'retention.release', id, { userId, confirmedBy: liftedBy, reason });
    });
  }

  /** Returns open holds, oldest first. */
  open(): Promise<OpenHold[]> {
    return this.holds.findOpen();
  }

  private record(tx: EntityManager, action: string, holdId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(tx, { action, actorId: null, actorRole: null, targetType: 'hold', targetId: holdId, detail });
  }
}
