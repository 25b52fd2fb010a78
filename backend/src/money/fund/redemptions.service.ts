import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound, uuidv7 } from '../../platform/domain/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { answerTo } from './carried-credits.rules.js';
import { FundComputingService } from './fund-computing.service.js';
import { NoActiveMandate, RedemptionLocked, RedemptionRefused } from './fund.errors.js';
import { FundNewsService } from './fund-news.service.js';
import { isRunning, MandateRepository, type RunningMandate } from './mandate.repository.js';
import type { RedemptionView } from './redemption-life.rules.js';

/** Requests of clients to leave with a part of their account, or with everything. */
@Injectable()
export class RedemptionsService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly computing: FundComputingService,
    private readonly news: FundNewsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns what a request at this moment would lead to, and stores nothing. `amount`: dollars, null is everything. Throws
   * NoActiveMandate, RedemptionRefused (409).
   */
  preview(userId: string, amount: string | null): Promise<RedemptionView> {
    return this.em.transactional(async (tx) => (await this.judge(tx, await this.lockActive(tx, userId), amount)).view);
  }

  /** Stores a request. Throws as `preview`. */
  request(userId: string, amount: string | null): Promise<RedemptionView> {
    return this.em.transactional(async (tx) => {
      const mandate = await this.lockActive(tx, userId);
      const { asked, view } = await this.judge(tx, mandate, amount);
      await this.mandates.addRedemption(tx, mandate.id, asked);
      await this.record(tx, 'request', mandate, asked.id, { amount: amount ?? 'all', dealingDay: view.dealingDay });
      await this.computing.computeIn(tx, mandate);
      await this.news.redemptionRequested(tx, mandate, { id: asked.id, dealingDay: view.dealingDay, amount });
      return view;
    });
  }

  /** Cancels a request before its notice ends. Throws NotFound, NoActiveMandate, RedemptionLocked (409). */
  cancel(userId: string, redemptionId: string): Promise<void> {
    return this.em.transactional(async (tx) => {
      const mandate = await this.lockActive(tx, userId);
      const { redemptions } = answerTo(await this.computing.caseOf(tx, mandate));
      const found = redemptions.find(({ id }) => id === redemptionId);
      if (!found) throw new NotFound('redemption');
      const now = this.clock.now();
      if (found.state !== 'pending' || now >= new Date(found.lockedAt)) throw new RedemptionLocked();
      await this.mandates.cancelRedemption(tx, redemptionId, now);
      await this.record(tx, 'cancel', mandate, redemptionId, {});
      await this.computing.computeIn(tx, mandate);
      await this.news.redemptionChanged(tx, mandate, 'cancelled');
    });
  }

  private async judge(tx: EntityManager, mandate: RunningMandate, amount: string | null) {
    const asked = { id: uuidv7(), requestedAt: this.clock.now(), amount, cancelledAt: null };
    const { redemptions } = answerTo(await this.computing.caseOf(tx, mandate, asked));
    const view = redemptions.find(({ id }) => id === asked.id)!;
    if (view.state === 'refused') throw new RedemptionRefused(view.reason!);
    return { asked, view };
  }

  private async lockActive(tx: EntityManager, userId: string): Promise<RunningMandate> {
    const newest = await this.mandates.findOf(tx, userId);
    const mandate = newest && (await this.mandates.lock(tx, newest.id));
    if (!mandate || mandate.state !== 'active' || !isRunning(mandate)) throw new NoActiveMandate();
    return mandate;
  }

  private record(tx: EntityManager, act: string, { id, userId }: RunningMandate, redemptionId: string, detail: object): Promise<void> {
    return this.audit.record(tx, {
      action: `fund.${act}-redemption`,
      actorId: userId,
      actorRole: 'hedge fund',
      targetType: 'fund redemption',
      targetId: redemptionId,
      detail: { userId, mandateId: id, ...detail },
    });
  }
}
