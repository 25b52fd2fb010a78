import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { SessionService } from '../auth/index.js';
import { applyToEach, fullRoles, NotFound, permits } from '../../platform/domain/index.js';
import { hasOtherInTeam } from '../../team.query.js';
import { ExchangeAccountService } from '../../trading/exchange-accounts/index.js';
import type { UserStatus } from '../users/index.js';
import { AccountStatusNoticeService } from './account-status-notice.service.js';
import { AccountStatusRepository } from './account-status.repository.js';
import { AdminNoMore, LastAdmin } from './admin.errors.js';
import { blockedReason, type AccountState, type ActingAdmin, type UserAction } from './user-actions.rules.js';

export interface BulkOutcome {
  userId: string;
  /** `unchanged`: the user had the status already. */
  outcome: 'done' | 'unchanged' | 'refused';
  /** Why it was refused. */
  reason: string | null;
}

/**
 * Activates, deactivates, rejects ("deletes") and restores users. Each change is audited, and its user informed. Losing access ends every
 * session; no session is restored.
 */
@Injectable()
export class AccountStatusService {
  constructor(
    private readonly em: EntityManager,
    private readonly accounts: AccountStatusRepository,
    private readonly sessions: SessionService,
    private readonly exchange: ExchangeAccountService,
    private readonly notices: AccountStatusNoticeService,
  ) {}

  /**
   * Switches between active and deactivated in the transaction of `em`. Throws NotFound, or OwnAccount, LastAdmin, UserRejectedAlready
   * (409).
   */
  async toggleStatus(em: EntityManager, adminId: string, userId: string): Promise<void> {
    const { admin, user } = await this.lock(em, adminId, userId);
    await this.move(em, admin, user, user.status === 'active' ? 'deactivated' : 'active');
  }

  /** Sets the status. Returns false, and informs no one, if the user had it already. Throws as toggleStatus. */
  setStatus(adminId: string, userId: string, status: UserStatus): Promise<boolean> {
    return this.em.transactional(async (em) => {
      const { admin, user } = await this.lock(em, adminId, userId);
      return this.move(em, admin, user, status);
    });
  }

  /**
   * Sets the status of many users, each in its own transaction: a refusal does not affect the others. Returns one outcome per user, in the
   * given order. Throws AdminNoMore if the admin loses access meanwhile.
   */
  async setStatusOfEach(adminId: string, userIds: readonly string[], status: UserStatus): Promise<BulkOutcome[]> {
    const unchanged = new Set<string>();
    // One after the other: each locks two rows, and emails and audit records keep the order of the list.
    const outcomes = await applyToEach(userIds, async (userId) => {
      if (!(await this.setStatus(adminId, userId, status))) unchanged.add(userId);
    });
    return outcomes.map(({ id, done, reason }) => ({
      userId: id,
      outcome: !done ? 'refused' : unchanged.has(id) ? 'unchanged' : 'done',
      reason,
    }));
  }

  /**
   * Moves a user to the rejected list and deletes exchange credentials at once (security section 6). Throws NotFound, or OwnAccount,
   * LastAdmin, UserRejectedAlready (409).
   */
  delete(adminId: string, userId: string): Promise<void> {
    return this.em.transactional((em) => this.deleteIn(em, adminId, userId));
  }

  /** Deletes in the transaction of `em`. */
  async deleteIn(em: EntityManager, adminId: string, userId: string): Promise<void> {
    // First, in the order in which a review locks: the submission, then the user.
    await this.accounts.discardExchangeLogins(em, userId);
    const { admin, user } = await this.lock(em, adminId, userId);
    await this.refuse(em, 'delete', admin, user);
    await this.accounts.reject(em, userId);
    await this.sessions.endAll(em, userId);
    await this.exchange.removeKey(em, userId);
    await this.notices.record(em, 'delete', adminId, userId);
    await this.notices.inform(em, 'delete', userId);
  }

  /** Takes a user out of the rejected list, with the earlier status. Throws NotFound, UserNotRejected (409). */
  restore(adminId: string, userId: string): Promise<void> {
    return this.em.transactional(async (em) => {
      const { admin, user } = await this.lock(em, adminId, userId);
      await this.refuse(em, 'restore', admin, user);
      await this.accounts.restore(em, userId);
      await this.notices.record(em, 'restore', adminId, userId);
      // The email says that the user can sign in. A deactivated user gets one when activated.
      if (user.status === 'active') await this.notices.inform(em, 'restore', userId);
    });
  }

  private async move(em: EntityManager, admin: ActingAdmin, user: AccountState, status: UserStatus): Promise<boolean> {
    const action = status === 'active' ? 'activate' : 'deactivate';
    await this.refuse(em, action, admin, user);
    if (user.status === status) return false;
    await this.accounts.setStatus(em, user.id, status);
    if (status === 'deactivated') await this.sessions.endAll(em, user.id);
    await this.notices.record(em, action, admin.userId, user.id);
    await this.notices.inform(em, action, user.id);
    return true;
  }

  /**
   * Locks the rows of the admin and the user. Of two admins who act on each other, the second waits and is refused if the first has taken
   * the second one's access, so that a person with every right always remains.
   */
  private async lock(em: EntityManager, adminId: string, userId: string): Promise<{ admin: ActingAdmin; user: AccountState }> {
    const rows = await this.accounts.lock(em, [adminId, userId]);
    const user = rows.find(({ id }) => id === userId);
    if (!user) throw new NotFound('user');
    const admin = rows.find(({ id }) => id === adminId);
    if (!admin || !permits(admin.teamRole, 'users.block') || admin.status !== 'active' || admin.rejected)
      throw (await this.isLastAdmin(em, user)) ? new LastAdmin() : new AdminNoMore();
    return { admin: { userId: adminId, teamRole: admin.teamRole }, user };
  }

  private async refuse(em: EntityManager, action: UserAction, admin: ActingAdmin, user: AccountState): Promise<void> {
    const reason = blockedReason(action, user, admin);
    if (reason) throw reason;
    const endsAccess = action === 'deactivate' || action === 'delete';
    if (endsAccess && (await this.isLastAdmin(em, user))) throw new LastAdmin();
  }

  private async isLastAdmin(em: EntityManager, { id, teamRole }: AccountState): Promise<boolean> {
    return teamRole !== null && fullRoles.includes(teamRole) && !(await hasOtherInTeam(em, fullRoles, id));
  }
}
