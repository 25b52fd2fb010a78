import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../../operations/audit/index.js';
import { InvalidInput, uuidv7 } from '../../../platform/domain/index.js';

export interface NewHold {
  userId: string;
  reason: string;
  /** The admin who answers for it. */
  placedBy: string;
  /** The day it ends by itself; null: it is lifted by hand. */
  until: Date | null;
}

const MOST = 1000;

/**
 * Stops the deletion of a member's data where a court, an authority or a suspicion asks for it. The member is not told: it is no record
 * about them in their copy.
 */
@Injectable()
export class RetentionHolds {
  constructor(
    private readonly em: EntityManager,
    private readonly audit: AuditLog,
  ) {}

  /** Takes the place of an open one. Returns its id. */
  place({ userId, reason, placedBy, until }: NewHold): Promise<string> {
    const id = uuidv7();
    return this.em.transactional(async (em) => {
      // Behind a run that erases this member at this moment: when this returns, it is known which of the two was first.
      await em.execute('select 1 from users where id = ? for update', [userId]);
      await em.execute('update retention_holds set lifted_at = now(), lifted_by = ? where user_id = ? and lifted_at is null', [
        placedBy,
        userId,
      ]);
      await em.execute('insert into retention_holds (id, user_id, reason, placed_by, until) values (?, ?, ?, ?, ?::timestamptz)', [
        id,
        userId,
        reason,
        placedBy,
        until,
      ]);
      await this.record(em, 'retention.hold', id, { userId, confirmedBy: placedBy, reason, until: until?.toISOString() ?? null });
      return id;
    });
  }

  /** Throws InvalidInput where there is none. */
  lift(userId: string, liftedBy: string, reason: string): Promise<void> {
    return this.em.transactional(async (em) => {
      const [hold] = await em.execute<{ id: string }[]>(
        'update retention_holds set lifted_at = now(), lifted_by = ? where user_id = ? and lifted_at is null returning id',
        [liftedBy, userId],
      );
      if (!hold) throw InvalidInput.field('user', 'There is no hold on this account');
      await this.record(em, 'retention.release', hold.id, { userId, confirmedBy: liftedBy, reason });
    });
  }

  /** Open ones, the oldest first. */
  async open(): Promise<{ userId: string; reason: string; placedAt: Date; until: Date | null }[]> {
    const rows = await this.em
      .fork()
      .execute<{ user_id: string; reason: string; placed_at: string; until: string | null }[]>(
        `select user_id, reason, placed_at, until from retention_holds where lifted_at is null and (until is null or until > now()) order by placed_at, id limit ${MOST}`,
      );
    return rows.map((row) => ({
      userId: row.user_id,
      reason: row.reason,
      placedAt: new Date(row.placed_at),
      until: row.until === null ? null : new Date(row.until),
    }));
  }

  private record(em: EntityManager, action: string, holdId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId: null, actorRole: null, targetType: 'hold', targetId: holdId, detail });
  }
}
