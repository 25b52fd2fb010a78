import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { SessionService } from '../auth/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor, Page, PageOf } from '../../platform/http/index.js';
import { OwnSession, SessionOver, TeamAccount } from './admin.errors.js';
import { mayManageAccount } from './user-actions.rules.js';
import { UserSessionRepository, type ListedSession, type SessionFilter } from './user-session.repository.js';

/** Lists and ends the sessions of users. */
@Injectable()
export class UserSessionService {
  constructor(
    private readonly em: EntityManager,
    private readonly repository: UserSessionRepository,
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
  ) {}

  /** Lists the sessions of one user, newest first by default. */
  list(filter: SessionFilter, page: Page, order: 'ASC' | 'DESC' = 'DESC'): Promise<PageOf<ListedSession>> {
    return this.repository.list(this.em, filter, page, order);
  }

  /** Ends a session of a user. Throws NotFound, TeamAccount (403), OwnSession (409), SessionOver (409). */
  end(admin: Actor, sessionId: string): Promise<ListedSession> {
    if (sessionId === admin.sessionId) throw new OwnSession();
    return this.em.transactional(async (em) => {
      const session = await this.one(em, sessionId);
      await this.lockManageable(em, admin, session.userId);
      if (!session.open || !(await this.sessions.end(em, sessionId, 'ended-by-admin'))) throw new SessionOver();
      await this.record(em, admin.userId, 'user.end-session', session.userId, { sessionId });
      return this.one(em, sessionId);
    });
  }

  /** Ends every session of a user except the caller's own; tokens issued before are invalid afterwards. Throws NotFound, TeamAccount. */
  endAll(admin: Actor, userId: string): Promise<void> {
    return this.em.transactional(async (em) => {
      await this.lockManageable(em, admin, userId);
      await this.sessions.endAll(em, userId, userId === admin.userId ? admin.sessionId : null, 'ended-by-admin');
      await this.record(em, admin.userId, 'user.end-sessions', userId, {});
    });
  }

  /** Locks a user whose sessions this admin may end: a member, a person of a team that the admin manages, or themselves. */
  private async lockManageable(em: EntityManager, admin: Actor, userId: string): Promise<void> {
    const user = await this.repository.lockUser(em, userId);
    if (!user) throw new NotFound('user');
    if (!mayManageAccount({ id: userId, ...user }, admin)) throw new TeamAccount();
  }

  private async one(em: EntityManager, sessionId: string): Promise<ListedSession> {
    const session = await this.repository.findById(em, sessionId);
    if (!session) throw new NotFound('session');
    return session;
  }

  private record(em: EntityManager, adminId: string, action: string, userId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId: adminId, actorRole: 'admin', targetType: 'user', targetId: userId, detail });
  }
}
