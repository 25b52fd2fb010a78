import { Injectable } from '@nestjs/common';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql, type SqlBool } from 'kysely';
import { teamRoleOf, type TeamRole } from '../../platform/domain/index.js';
import type { Page, PageOf } from '../../platform/http/index.js';
import { dateOrNull } from '../../platform/persistence/date-or-null.js';
import { orderByColumns, readPage } from '../../platform/persistence/page.query.js';
import { db } from '../../database.js';

/** A session as admins see it, without its token. */
export interface ListedSession {
  id: string;
  userId: string;
  open: boolean;
  userAgent: string | null;
  network: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  /** When an unused session expires. */
  endsAt: Date;
  endedAt: Date | null;
  /** `expired`: by time. Null while the session is open. */
  endReason: string | null;
}

export interface SessionFilter {
  userId: string;
  open?: boolean | undefined;
}

/** The conditions that the access guard checks on every request. */
const alive = sql<boolean>`(s.ended_at is null and s.idle_ends_at > now() and s.absolute_ends_at > now()
  and s.security_epoch = u.security_epoch)`;

/** Reads sessions for the console. */
@Injectable()
export class UserSessionRepository {
  async list(em: EntityManager, { userId, open }: SessionFilter, page: Page, order: 'ASC' | 'DESC'): Promise<PageOf<ListedSession>> {
    let matching = this.sessions(em).where('s.user_id', '=', userId);
    if (open !== undefined) matching = matching.where(open ? alive : sql<SqlBool>`not ${alive}`);
    const rows = this.rows(matching).$call(orderByColumns([sql.ref('s.created_at'), sql.ref('s.id')], order));
    const found = await readPage(db(em), rows, matching, page);
    return { rows: found.rows.map(toSession), total: found.total };
  }

  async findById(em: EntityManager, sessionId: string): Promise<ListedSession | null> {
    const row = await this.rows(this.sessions(em).where('s.id', '=', sessionId)).executeTakeFirst();
    return row ? toSession(row) : null;
  }

  /** Locks the user and returns the role in the team. Returns null if there is no user with this id. */
  async lockUser(em: EntityManager, userId: string): Promise<{ teamRole: TeamRole | null } | null> {
    const row = await db(em)
      .selectFrom('users')
      .select(['role', 'team_role as teamRole'])
      .where('id', '=', userId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    return row ? { teamRole: teamRoleOf(row) } : null;
  }

  private sessions(em: EntityManager) {
    return db(em).selectFrom('sessions as s').innerJoin('users as u', 'u.id', 's.user_id');
  }

  private rows(matching: ReturnType<UserSessionRepository['sessions']>) {
    return matching
      .select(['s.id', 's.user_id', 's.user_agent', 's.network', 's.created_at', 's.last_seen_at', 's.ended_at', 's.end_reason'])
      .select([alive.as('open'), sql<string>`least(s.idle_ends_at, s.absolute_ends_at)`.as('ends_at')]);
  }
}

type SessionRow = Awaited<ReturnType<ReturnType<UserSessionRepository['rows']>['executeTakeFirstOrThrow']>>;

function toSession(row: SessionRow): ListedSession {
  return {
    id: row.id,
    userId: row.user_id,
    open: row.open,
    userAgent: row.user_agent,
    network: row.network,
    createdAt: new Date(row.created_at),
    lastSeenAt: new Date(row.last_seen_at),
    endsAt: new Date(row.ends_at),
    endedAt: dateOrNull(row.ended_at),
    endReason: row.open ? null : (row.end_reason ?? 'expired'),
  };
}
