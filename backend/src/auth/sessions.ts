import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Role } from '../common/domain/index.js';
import type { SessionScope } from '../common/http/access-ports.js';
import { publishSessionChange } from '../common/live/index.js';
import type { SessionEnd } from './session.entity.js';
import { KnownOrigins } from './known-origins.js';
import { SessionTokenService } from './session-token.service.js';

/** Ends of a session by role (security 3.7). The idle end slides with use, the absolute end stands. */
export const sessionRules = {
  admin: { idleSeconds: 3600, absoluteSeconds: 12 * 3600, concurrent: 3 },
  member: { idleSeconds: 24 * 3600, absoluteSeconds: 30 * 24 * 3600, concurrent: 10 },
} as const;

/** How long an admin has to set up the second factor before signing in anew. */
const ENROLMENT_SECONDS = 30 * 60;
/** How long a sign-in or a confirmation opens what asks for one (security 3.8). */
export const RECENT = `interval '5 minutes'`;

export const rulesOf = (role: Role) => sessionRules[role === 'admin' ? 'admin' : 'member'];

/** Where a session was opened from. */
export interface SessionOrigin {
  /** As we keep it: /24 or /48. */
  network: string | null;
  /** As attempts are counted: /24 or /64. */
  subnet: string | null;
  /** The random value of the browser's device cookie. */
  device: string;
  userAgent: string | null;
}

export interface OpenSession {
  id: string;
  userAgent: string | null;
  network: string | null;
  createdAt: Date;
  lastSeenAt: Date;
  endsAt: Date;
}

@Injectable()
export class Sessions {
  constructor(
    private readonly em: EntityManager,
    private readonly tokens: SessionTokenService,
    private readonly origins: KnownOrigins,
  ) {}

  /**
   * Opens a session in the transaction of `em`, which holds the user's row locked; beyond the role's limit the oldest ends. One of scope `enrol` has a short
   * absolute end of its own. Its token runs as long as any: the row decides, and the row is what `widen` changes.
   */
  async open(
    em: EntityManager,
    user: { id: string; role: Role; securityEpoch: number },
    origin: SessionOrigin,
    scope: SessionScope = 'full',
  ): Promise<{ sessionId: string; token: string }> {
    const sessionId = randomUUID();
    const { idleSeconds, absoluteSeconds, concurrent } = rulesOf(user.role);
    const keys = this.origins.keysOf(origin);
    const livesFor = scope === 'enrol' ? ENROLMENT_SECONDS : absoluteSeconds;
    const [row] = await em.execute<{ opened: string }[]>(
      `insert into sessions (id, user_id, idle_seconds, idle_ends_at, absolute_ends_at, security_epoch, scope, network, user_agent, subnet_key, device_key)
       values (?, ?, ?, now() + ? * interval '1 second', now() + ? * interval '1 second', ?, ?, ?, ?, ?, ?) returning extract(epoch from created_at) as opened`,
      [
        sessionId,
        user.id,
        idleSeconds,
        Math.min(idleSeconds, livesFor),
        livesFor,
        user.securityEpoch,
        scope,
        origin.network,
        origin.userAgent?.slice(0, 300) ?? null,
        keys.subnet,
        keys.device,
      ],
    );
    const ended = await em.execute<unknown[]>(
      `update sessions set ended_at = now(), end_reason = 'too-many' where id in (
         select id from sessions where user_id = ? and ended_at is null and id <> ? and idle_ends_at > now() and absolute_ends_at > now()
         order by created_at desc, id offset ${concurrent - 1}) returning id`,
      [user.id, sessionId],
    );
    if (ended.length > 0) await publishSessionChange(em, user.id);
    return { sessionId, token: this.tokens.issue({ userId: user.id, sessionId }, Number(row?.opened) + absoluteSeconds) };
  }

  /** Makes a session of scope `enrol` one like any other of its role, counted from when it was opened. */
  async widen(em: EntityManager, sessionId: string, role: Role): Promise<void> {
    await em.execute(
      `update sessions set scope = 'full', absolute_ends_at = created_at + ? * interval '1 second', idle_ends_at = least(now() + idle_seconds * interval '1 second', created_at + ? * interval '1 second')
       where id = ? and scope = 'enrol' and ended_at is null`,
      [rulesOf(role).absoluteSeconds, rulesOf(role).absoluteSeconds, sessionId],
    );
  }

  /** Notes that the session's owner has just confirmed an act by password or factor. Returns how long that opens what asks for it; null where the session has ended. */
  async confirm(em: EntityManager, sessionId: string): Promise<Date | null> {
    const [row] = await em.execute<{ until: string }[]>(
      `update sessions set confirmed_at = now() where id = ? and ended_at is null returning confirmed_at + ${RECENT} as until`,
      [sessionId],
    );
    return row ? new Date(row.until) : null;
  }

  /** False where it had ended before. */
  async end(em: EntityManager, sessionId: string, reason: SessionEnd): Promise<boolean> {
    const [ended] = await em.execute<{ userId: string }[]>(
      `update sessions set ended_at = now(), end_reason = ? where id = ? and ended_at is null returning user_id as "userId"`,
      [reason, sessionId],
    );
    if (ended) await publishSessionChange(em, ended.userId);
    return ended !== undefined;
  }

  /**
   * Ends every session of a user for good, in the transaction of `em`: no token made before this works after it. `keep` is the session in which
   * its owner made the change, where it may go on.
   */
  async endAll(em: EntityManager, userId: string, keep: string | null = null, reason: SessionEnd = 'account-changed'): Promise<void> {
    const [user] = await em.execute<{ epoch: number }[]>(
      `update users set security_epoch = security_epoch + 1, updated_at = now() where id = ? returning security_epoch as epoch`,
      [userId],
    );
    await em.execute(
      `update sessions set ended_at = now(), end_reason = ? where user_id = ? and ended_at is null and id is distinct from ?::uuid`,
      [reason, userId, keep],
    );
    if (user && keep)
      await em.execute(`update sessions set security_epoch = ? where id = ? and user_id = ? and ended_at is null`, [
        user.epoch,
        keep,
        userId,
      ]);
    await publishSessionChange(em, userId);
  }

  /** The living sessions of a user, the one used last first. The role's limit bounds the list. */
  async listOf(userId: string): Promise<OpenSession[]> {
    const rows = await this.em.execute<
      { id: string; user_agent: string | null; network: string | null; created_at: string; last_seen_at: string; ends_at: string }[]
    >(
      `select s.id, s.user_agent, s.network, s.created_at, s.last_seen_at, least(s.idle_ends_at, s.absolute_ends_at) as ends_at from sessions s join users u on u.id = s.user_id
       where s.user_id = ? and s.ended_at is null and s.idle_ends_at > now() and s.absolute_ends_at > now() and s.security_epoch = u.security_epoch
       order by s.last_seen_at desc, s.id limit 50`,
      [userId],
    );
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      network: row.network,
      createdAt: new Date(row.created_at),
      lastSeenAt: new Date(row.last_seen_at),
      endsAt: new Date(row.ends_at),
    }));
  }

  /** Ends one of the user's own sessions. Throws NotFound for somebody else's, or one that has ended. */
  async endOwn(em: EntityManager, userId: string, sessionId: string): Promise<void> {
    const [own] = await em.execute<unknown[]>(`select 1 from sessions where id = ? and user_id = ?`, [sessionId, userId]);
    if (!own || !(await this.end(em, sessionId, 'ended-elsewhere'))) throw new NotFound('session');
  }
}
