import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AuditLog } from '../../operations/audit/index.js';
import { SessionService } from '../auth/index.js';
import { NotFound } from '../../platform/domain/index.js';
import type { Actor, Page, PageOf } from '../../platform/http/index.js';
import { Conditions, readList } from '../../platform/persistence/list-reader.js';
import { OwnSession, SessionOver } from './admin.errors.js';

/** A session as admins see it: never its token. */
export interface ListedSession {
  id: string;
  userId: string;
  open: boolean;
  userAgent: string | null;
  network: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** When it ends by itself, unused. */
  endsAt: Date;
  endedAt: Date | null;
  /** `expired`: its time was over. Null while it is open. */
  endReason: string | null;
}

interface Row {
  id: string;
  user_id: string;
  open: boolean;
  user_agent: string | null;
  network: string | null;
  created_at: string;
  last_seen_at: string;
  ends_at: string;
  ended_at: string | null;
  end_reason: string | null;
}

/** As the door judges it at every request. */
const alive = `(s.ended_at is null and s.idle_ends_at > now() and s.absolute_ends_at > now() and s.security_epoch = u.security_epoch)`;
const columns = `s.id, s.user_id, ${alive} as open, s.user_agent, s.network, s.created_at, s.last_seen_at, least(s.idle_ends_at, s.absolute_ends_at) as ends_at, s.ended_at, s.end_reason`;
const source = 'sessions s join users u on u.id = s.user_id';

export interface SessionFilter {
  userId: string;
  open?: boolean | undefined;
}

/** Where somebody is and was signed in, and how an admin ends that. */
@Injectable()
export class UserSessionService {
  constructor(
    private readonly em: EntityManager,
    private readonly sessions: SessionService,
    private readonly audit: AuditLog,
  ) {}

  /** The sessions of one user, the newest first unless told. */
  async list({ userId, open }: SessionFilter, { offset, limit }: Page, order: 'ASC' | 'DESC' = 'DESC'): Promise<PageOf<ListedSession>> {
    const where = new Conditions().add('s.user_id = ?', userId);
    if (open !== undefined) where.add(open ? alive : `not ${alive}`);
    const { rows, total } = await readList<Row>(this.em, {
      select: columns,
      from: source,
      where,
      orderBy: `s.created_at ${order}, s.id ${order}`,
      offset,
      limit,
    });
    return { rows: rows.map(sessionOf), total };
  }

  /** Ends somebody's session. Throws NotFound, OwnSession (409), SessionOver (409). */
  end(admin: Actor, sessionId: string): Promise<ListedSession> {
    if (sessionId === admin.sessionId) throw new OwnSession();
    return this.em.transactional(async (em) => {
      const session = await this.one(em, sessionId);
      if (!session.open || !(await this.sessions.end(em, sessionId, 'ended-by-admin'))) throw new SessionOver();
      await this.record(em, admin.userId, 'user.end-session', session.userId, { sessionId });
      return this.one(em, sessionId);
    });
  }

  /** Ends every session of a user but the one that asks; no token made before works after it. Throws NotFound. */
  endAll(admin: Actor, userId: string): Promise<void> {
    return this.em.transactional(async (em) => {
      const [user] = await em.execute<unknown[]>('select 1 from users where id = ? for no key update', [userId]);
      if (!user) throw new NotFound('user');
      await this.sessions.endAll(em, userId, userId === admin.userId ? admin.sessionId : null, 'ended-by-admin');
      await this.record(em, admin.userId, 'user.end-sessions', userId, {});
    });
  }

  private async one(em: EntityManager, sessionId: string): Promise<ListedSession> {
    const [row] = await em.execute<Row[]>(`select ${columns} from ${source} where s.id = ?`, [sessionId]);
    if (!row) throw new NotFound('session');
    return sessionOf(row);
  }

  private record(em: EntityManager, adminId: string, action: string, userId: string, detail: Record<string, unknown>): Promise<void> {
    return this.audit.record(em, { action, actorId: adminId, actorRole: 'admin', targetType: 'user', targetId: userId, detail });
  }
}

function sessionOf(row: Row): ListedSession {
  return {
    id: row.id,
    userId: row.user_id,
    open: row.open,
    userAgent: row.user_agent,
    network: row.network,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
    endsAt: new Date(row.ends_at),
    endedAt: row.ended_at === null ? null : new Date(row.ended_at),
    endReason: row.open ? null : (row.end_reason ?? 'expired'),
  };
}
