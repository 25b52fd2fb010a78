import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { NotFound, type Role } from '../../platform/domain/index.js';
import type { SessionScope } from '../../platform/http/session-reader.port.js';
import { publishSessionChange } from '../../messaging/live/index.js';
import { KnownOriginRepository } from './known-origin.repository.js';
import type { SessionEnd } from './session.entity.js';
import * as repository from './session.repository.js';
import { SessionTokenService } from './session-token.service.js';

/** Lifetimes of a session by role (security 3.7). Use moves the idle end; the absolute end is fixed. */
export const sessionRules = {
  admin: { idleSeconds: 3600, absoluteSeconds: 12 * 3600, concurrent: 3 },
  member: { idleSeconds: 24 * 3600, absoluteSeconds: 30 * 24 * 3600, concurrent: 10 },
} as const;

/** Lifetime of a session of scope `enrol`. */
const ENROLMENT_SECONDS = 30 * 60;

export const rulesOf = (role: Role) => sessionRules[role === 'admin' ? 'admin' : 'member'];

/** Origin of a sign-in. */
export interface SessionOrigin {
  /** Stored form: /24 or /48. */
  network: string | null;
  /** Counting key of attempts: /24 or /64. */
  subnet: string | null;
  /** Random value of the browser's device cookie. */
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
export class SessionService {
  constructor(
    private readonly em: EntityManager,
    private readonly tokens: SessionTokenService,
    private readonly origins: KnownOriginRepository,
  ) {}

  /**
   * Opens a session in the transaction of `em`, which holds the user's row locked, and ends the oldest beyond the role's limit. A session
   * of scope `enrol` ends early, but its token runs as long as any: the row decides, and `widen` changes the row.
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
    const created = await repository.insertSession(em, {
      id: sessionId,
      userId: user.id,
      idleSeconds,
      lifetimeSeconds: scope === 'enrol' ? ENROLMENT_SECONDS : absoluteSeconds,
      securityEpoch: user.securityEpoch,
      scope,
      network: origin.network,
      userAgent: origin.userAgent?.slice(0, 300) ?? null,
      subnetKey: keys.subnet,
      deviceKey: keys.device,
    });
    const ended = await repository.endSessionsBeyond(em, user.id, sessionId, concurrent);
    if (ended > 0) await publishSessionChange(em, user.id);
    return { sessionId, token: this.tokens.issue({ userId: user.id, sessionId }, created + absoluteSeconds) };
  }

  /** Turns a session of scope `enrol` into a usual one of its role, counted from its creation. */
  async widen(em: EntityManager, sessionId: string, role: Role): Promise<void> {
    await repository.widenSession(em, sessionId, rulesOf(role).absoluteSeconds);
  }

  /** Records a step-up. Returns when it expires, or null if the session has ended. */
  async confirm(em: EntityManager, sessionId: string): Promise<Date | null> {
    return repository.confirmSession(em, sessionId);
  }

  /** Returns false if the session had ended before. */
  async end(em: EntityManager, sessionId: string, reason: SessionEnd): Promise<boolean> {
    const userId = await repository.endSession(em, sessionId, reason);
    if (userId !== null) await publishSessionChange(em, userId);
    return userId !== null;
  }

  /**
   * Ends every session of a user in the transaction of `em`; no token issued before is valid afterwards. `keep`: the session in which its
   * owner made the change, if it may continue.
   */
  async endAll(em: EntityManager, userId: string, keep: string | null = null, reason: SessionEnd = 'account-changed'): Promise<void> {
    const epoch = await repository.raiseSecurityEpoch(em, userId);
    await repository.endSessionsExcept(em, userId, keep, reason);
    if (epoch !== null && keep) await repository.moveToEpoch(em, userId, keep, epoch);
    await publishSessionChange(em, userId);
  }

  /** Lists the live sessions of a user, the most recently used first. The role's limit bounds the list. */
  async listOf(userId: string): Promise<OpenSession[]> {
    const rows = await repository.listSessions(this.em, userId);
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      network: row.network,
      createdAt: new Date(row.created_at),
      lastSeenAt: new Date(row.last_seen_at),
      endsAt: new Date(row.ends_at),
    }));
  }

  /** Ends one of the user's own sessions. Throws NotFound if it belongs to another user or has ended. */
  async endOwn(em: EntityManager, userId: string, sessionId: string): Promise<void> {
    const owns = await repository.ownsSession(em, userId, sessionId);
    if (!owns || !(await this.end(em, sessionId, 'ended-elsewhere'))) throw new NotFound('session');
  }
}
