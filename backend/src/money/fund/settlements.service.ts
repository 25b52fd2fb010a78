import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { Clock, NotFound } from '../../platform/domain/index.js';
import { AuditLog } from '../../operations/audit/index.js';
import { deleteExchangeLogins } from '../../club/kyc/index.js';
import { AccountAccessService } from '../../trading/exchange-accounts/index.js';
import { AccessStays, ChecklistClosed, RedemptionNotPriced, RedemptionNotWaiting, SettlementOpen } from './fund-admin.errors.js';
import { FundComputingService } from './fund-computing.service.js';
import { FundNewsService } from './fund-news.service.js';
import { isRunning, MandateRepository, type RunningMandate } from './mandate.repository.js';
import type { ActingAdmin } from './mandates.service.js';
import { lifeOf, type RedemptionLife, type tickableItems } from './redemption-life.rules.js';
import { RedemptionRepository } from './redemption.repository.js';

type TickableItem = (typeof tickableItems)[number];

/** A redemption whose mandate the transaction has locked. */
interface Locked {
  mandate: RunningMandate;
  life: RedemptionLife;
}

/** What admins do about redemptions, from the acknowledgement to the settlement. Each method returns the id of the mandate. */
@Injectable()
export class SettlementsService {
  constructor(
    private readonly em: EntityManager,
    private readonly mandates: MandateRepository,
    private readonly redemptions: RedemptionRepository,
    private readonly computing: FundComputingService,
    private readonly access: AccountAccessService,
    private readonly news: FundNewsService,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  /** Throws NotFound, RedemptionNotWaiting (409). */
  acknowledge(redemptionId: string, admin: ActingAdmin): Promise<string> {
    return this.em.transactional(async (tx) => {
      const locked = await this.lock(tx, redemptionId);
      if (!locked.life.may.includes('acknowledge')) throw new RedemptionNotWaiting();
      await this.redemptions.acknowledge(tx, redemptionId, this.clock.now(), admin.adminId);
      await this.record(tx, 'acknowledge-redemption', locked, admin, { amount: locked.life.requested ?? 'all' });
      await this.news.redemptionAcknowledged(tx, locked.mandate, told(locked.life));
      return locked.mandate.id;
    });
  }

  /** Ticks an item of the checklist, or opens it again. Repeating it changes nothing. Throws NotFound, ChecklistClosed (409). */
  tick(redemptionId: string, { item, isDone }: { item: TickableItem; isDone: boolean }, admin: ActingAdmin): Promise<string> {
    return this.em.transactional(async (tx) => {
      const locked = await this.lock(tx, redemptionId);
      const { mandate, life } = locked;
      if (!life.may.includes('tick')) throw new ChecklistClosed();
      if (life.checklist.some((one) => one.item === item && one.isDone === isDone)) return mandate.id;
      if (isDone) await this.redemptions.tick(tx, redemptionId, item, this.clock.now(), admin.adminId);
      else await this.redemptions.untick(tx, redemptionId, item);
      await this.record(tx, isDone ? 'tick-settlement' : 'untick-settlement', locked, admin, { item });
      await this.news.redemptionChanged(tx, mandate, life.state);
      return mandate.id;
    });
  }

  /**
   * Deletes the client's exchange key and sealed sign-in for good: the last step of a redemption of everything. Throws NotFound,
   * AccessStays (409).
   */
  endAccess(redemptionId: string, admin: ActingAdmin): Promise<string> {
    return this.em.transactional(async (tx) => {
      const { userId } = await this.mandateOf(tx, redemptionId);
      // Submissions are locked before the member, in the order of a review. A refusal below rolls this back.
      const hadSignIn = await deleteExchangeLogins(tx, userId);
      const locked = await this.lock(tx, redemptionId, hadSignIn);
      if (!locked.life.may.includes('end-access')) throw new AccessStays();
      const hadKey = await this.access.end(tx, userId, admin, 'The client has left the fund');
      await this.redemptions.tick(tx, redemptionId, 'access_ended', this.clock.now(), admin.adminId);
      await this.record(tx, 'end-access', locked, admin, { hadKey, hadSignIn });
      await this.news.accessEnded(tx, locked.mandate, redemptionId);
      return locked.mandate.id;
    });
  }

  /** Settles a redemption for good. Throws NotFound, RedemptionNotPriced, and SettlementOpen naming the open items (409). */
  settle(redemptionId: string, admin: ActingAdmin): Promise<string> {
    return this.em.transactional(async (tx) => {
      const locked = await this.lock(tx, redemptionId);
      const { mandate, life } = locked;
      if (life.state !== 'priced') throw new RedemptionNotPriced();
      const open = life.checklist.filter(({ isDone }) => !isDone).map(({ item }) => item);
      if (open.length > 0) throw new SettlementOpen(open);
      const at = this.clock.now();
      const checked = life.checklist.filter(({ isChecked }) => isChecked);
      for (const { item } of checked) await this.redemptions.tick(tx, redemptionId, item, at, null);
      await this.redemptions.settle(tx, redemptionId, at, admin.adminId);
      const detail = { amount: life.view.amount, items: life.checklist.map(({ item }) => item) };
      await this.record(tx, 'settle-redemption', locked, admin, detail);
      await this.news.redemptionSettled(tx, mandate, { ...told(life), amount: life.view.amount });
      return mandate.id;
    });
  }

  private async mandateOf(tx: EntityManager, redemptionId: string) {
    const mandateId = await this.redemptions.findMandateId(tx, redemptionId);
    const mandate = mandateId === null ? null : await this.mandates.find(tx, mandateId);
    if (!mandate) throw new NotFound('redemption');
    return mandate;
  }

  /** Locks the mandate, computes it anew and returns the redemption as it stands then. `hadSignIn`: one was deleted just now. */
  private async lock(tx: EntityManager, redemptionId: string, hadSignIn = false): Promise<Locked> {
    const mandate = await this.mandates.lock(tx, (await this.mandateOf(tx, redemptionId)).id);
    if (!mandate || !isRunning(mandate)) throw new NotFound('redemption');
    const computed = await this.computing.answers(tx, [mandate]);
    await this.computing.store(tx, computed);
    const { answer } = computed[0]!;
    const view = answer.redemptions.find(({ id }) => id === redemptionId);
    const record = (await this.redemptions.findRecords(tx, mandate.id)).get(redemptionId);
    if (!view || !record) throw new NotFound('redemption');
    const { isOpen, hasOtherMandate } = await this.redemptions.findAccess(tx, mandate);
    const access = { isOpen: isOpen || hadSignIn, hasOtherMandate };
    return { mandate, life: lifeOf(view, record, answer, access, this.clock.now()) };
  }

  private record(tx: EntityManager, act: string, { mandate, life }: Locked, { adminId, role }: ActingAdmin, detail: object): Promise<void> {
    return this.audit.record(tx, {
      action: `fund.${act}`,
      actorId: adminId,
      actorRole: role,
      targetType: 'fund redemption',
      targetId: life.view.id,
      detail: { userId: mandate.userId, mandateId: mandate.id, dealingDay: life.view.dealingDay, ...detail },
    });
  }
}

const told = ({ view, requested }: RedemptionLife) => ({ id: view.id, dealingDay: view.dealingDay, amount: requested });
