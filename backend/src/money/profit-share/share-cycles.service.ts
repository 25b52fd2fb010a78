import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, lastMidnight, type Role } from '../../platform/domain/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { DryRunChanged } from '../invoices/index.js';
import { runningSince } from './share-calendar.rules.js';
import { ShareCycleRepository } from './share-cycle.repository.js';
import { CycleJustBegan } from './share-invoices-admin.errors.js';
import { ShareRunRepository } from './share-run.repository.js';

export interface ActingAdmin {
  adminId: string;
  role: Role;
}

/** Closes market cycles: a period of the club's share ends earlier than the year. */
@Injectable()
export class ShareCyclesService {
  constructor(
    private readonly em: EntityManager,
    private readonly cycles: ShareCycleRepository,
    private readonly runs: ShareRunRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Returns when the running period began, and the 00:00 UTC with which it would end if it were closed now; null: it has just begun. */
  async running(em: EntityManager): Promise<{ startsAt: Date; closesAt: Date | null }> {
    const now = this.clock.now();
    const startsAt = runningSince(now, await this.cycles.findEnds(em));
    const closesAt = lastMidnight(now);
    return { startsAt, closesAt: closesAt > startsAt ? closesAt : null };
  }

  /**
   * Ends the running period at the last 00:00 UTC, for all members and for good. `closesAt`: the end that the admin saw. Throws
   * DryRunChanged where it is another by now, and CycleJustBegan (409).
   */
  close(closesAt: Date, { adminId, role }: ActingAdmin): Promise<void> {
    return this.em.transactional(async (tx) => {
      await this.runs.lockOrders(tx);
      const running = await this.running(tx);
      if (running.closesAt === null) throw new CycleJustBegan();
      if (running.closesAt.getTime() !== closesAt.getTime()) throw new DryRunChanged();
      await this.cycles.insert(tx, { endsAt: closesAt, closedBy: adminId, closedAt: this.clock.now() });
      await this.audit.record(tx, {
        action: 'club-share.close-cycle',
        actorId: adminId,
        actorRole: role,
        targetType: 'club share cycle',
        targetId: closesAt.toISOString(),
        detail: { from: running.startsAt.toISOString(), to: closesAt.toISOString() },
      });
    });
  }
}
