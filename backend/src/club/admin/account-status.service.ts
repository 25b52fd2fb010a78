import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { SessionService } from '../auth/index.js';
import { NotFound } from '../../platform/domain/index.js';
import { ExchangeService } from '../../trading/exchange/index.js';
import type { UserStatus } from '../users/index.js';
import { AdminNoMore, LastAdmin } from './admin.errors.js';
import { AccountStatusNoticeService } from './account-status-notice.service.js';
import { blockedReason, type Standing, type UserAction } from './user-actions.rules.js';

/**
 * Who may be a user: activate, deactivate, delete to the rejected list, restore. Each act is recorded, and its user told. Whoever loses
 * their place is out at once, and stays out: no session comes back.
 */
@Injectable()
export class AccountStatusService {
  constructor(
    private readonly em: EntityManager,
    private readonly sessions: SessionService,
    private readonly exchange: ExchangeService,
    private readonly journal: AccountStatusNoticeService,
  ) {}

  /**
   * Active becomes deactivated and the other way round, in the transaction of `em`. Throws NotFound, OwnAccount, LastAdmin,
   * UserRejectedAlready (409).
   */
  async toggleStatus(em: EntityManager, adminId: string, userId: string): Promise<void> {
    const user = await this.lock(em, adminId, userId);
    await this.move(em, adminId, user, user.status === 'active' ? 'deactivated' : 'active');
  }

  /** Sets the status; where it is so already nothing happens, nobody is told, and it answers false. Throws as toggleStatus. */
  setStatus(adminId: string, userId: string, status: UserStatus): Promise<boolean> {
    return this.em.transactional(async (em) => this.move(em, adminId, await this.lock(em, adminId, userId), status));
  }

  /**
   * Moves a user to the rejected list; exchange credentials are thrown away at once (security section 6). Throws NotFound, OwnAccount,
   * LastAdmin, UserRejectedAlready (409).
   */
  delete(adminId: string, userId: string): Promise<void> {
    return this.em.transactional(async (em) => {
      // First, as a review locks them: the submission, then the user.
      await em.execute(`update kyc_submissions set exchange_login = null where user_id = ? and exchange_login is not null`, [userId]);
      const user = await this.lock(em, adminId, userId);
      await this.refuse(em, 'delete', adminId, user);
      await em.execute(`update users set rejected_at = now(), updated_at = now() where id = ?`, [userId]);
      await this.sessions.endAll(em, userId);
      await this.exchange.removeKey(em, userId);
      await this.note(em, 'delete', adminId, userId);
    });
  }

  /** Takes a user out of the rejected list; the status they had holds again. Throws NotFound, UserNotRejected (409). */
  restore(adminId: string, userId: string): Promise<void> {
    return this.em.transactional(async (em) => {
      const user = await this.lock(em, adminId, userId);
      await this.refuse(em, 'restore', adminId, user);
      await em.execute(`update users set rejected_at = null, updated_at = now() where id = ?`, [userId]);
      await this.journal.record(em, 'restore', adminId, userId);
      // The letter says that they can sign in. Somebody who was deactivated before is told once they can.
      if (user.status === 'active') await this.journal.tell(em, 'restore', userId);
    });
  }

  private async move(em: EntityManager, adminId: string, user: Standing, status: UserStatus): Promise<boolean> {
    const act = status === 'active' ? 'activate' : 'deactivate';
    await this.refuse(em, act, adminId, user);
    if (user.status === status) return false;
    await em.execute(`update users set status = ?, updated_at = now() where id = ?`, [status, user.id]);
    if (status === 'deactivated') await this.sessions.endAll(em, user.id);
    await this.note(em, act, adminId, user.id);
    return true;
  }

  /**
   * The rows of the admin and of the user, locked in the order of their ids: two admins who act on each other come one after the other and
   * cannot deadlock. The one who comes second and has lost their place meanwhile is refused, so at every moment an active admin is left.
   */
  private async lock(em: EntityManager, adminId: string, userId: string): Promise<Standing> {
    const rows = await em.execute<Standing[]>(
      `select id, role, status, rejected_at is not null as rejected from users where id in (?, ?) order by id for no key update`,
      [adminId, userId],
    );
    const user = rows.find(({ id }) => id === userId);
    if (!user) throw new NotFound('user');
    const admin = rows.find(({ id }) => id === adminId);
    if (admin?.role !== 'admin' || admin.status !== 'active' || admin.rejected)
      throw user.role === 'admin' && (await this.isLastAdmin(em, userId)) ? new LastAdmin() : new AdminNoMore();
    return user;
  }

  private async refuse(em: EntityManager, act: UserAction, adminId: string, user: Standing): Promise<void> {
    const refusal = blockedReason(act, user, adminId);
    if (refusal) throw refusal;
    const takesAway = act === 'deactivate' || act === 'delete';
    if (takesAway && user.role === 'admin' && (await this.isLastAdmin(em, user.id))) throw new LastAdmin();
  }

  private async isLastAdmin(em: EntityManager, userId: string): Promise<boolean> {
    const [other] = await em.execute<unknown[]>(
      `select 1 from users where role = 'admin' and status = 'active' and rejected_at is null and id <> ? limit 1`,
      [userId],
    );
    return !other;
  }

  private async note(em: EntityManager, act: UserAction, adminId: string, userId: string): Promise<void> {
    await this.journal.record(em, act, adminId, userId);
    await this.journal.tell(em, act, userId);
  }
}
