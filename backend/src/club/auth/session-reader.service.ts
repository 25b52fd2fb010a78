import { Injectable } from '@nestjs/common';
import { MikroORM, type EntityManager } from '@mikro-orm/postgresql';
import { SessionLiveness, SessionReader, type Actor, type Standing } from '../../platform/http/session-reader.port.js';
import { membershipOf, type ProfileRow } from '../users/index.js';
import { readSession, readSessionAndProfile, readStanding, touchSession, type SessionRow } from './session-read.sql.js';
import { SessionTokenService } from './session-token.service.js';

/** Resolves tokens to actors from the database on every request, so that sign-out, deactivation and role changes take effect at once. */
@Injectable()
export class SessionReaderService implements SessionReader, SessionLiveness {
  constructor(
    private readonly orm: MikroORM,
    private readonly tokens: SessionTokenService,
  ) {}

  async read(token: string): Promise<Actor | null> {
    return (await this.find(token, readSession))?.actor ?? null;
  }

  async readWithCurrentUser(token: string): Promise<{ actor: Actor; currentUserRow: ProfileRow } | null> {
    const found = await this.find(token, readSessionAndProfile);
    return found && { actor: found.actor, currentUserRow: found.row };
  }

  async isAlive(sessionId: string): Promise<boolean> {
    return (await this.standing(sessionId)) !== null;
  }

  async standing(sessionId: string): Promise<Standing | null> {
    return readStanding(this.orm.em, sessionId);
  }

  private async find<Row extends SessionRow>(
    token: string,
    readRow: (em: EntityManager, sessionId: string, userId: string) => Promise<Row | null>,
  ): Promise<{ actor: Actor; row: Row } | null> {
    const claims = this.tokens.read(token);
    if (!claims) return null;
    const { userId, sessionId } = claims;
    const row = await readRow(this.orm.em, sessionId, userId);
    if (!row) return null;
    if (row.stale) await touchSession(this.orm.em, sessionId);
    const actor: Actor = {
      userId,
      sessionId,
      role: row.role,
      teamRole: row.teamRole,
      membership: membershipOf(row.role),
      paid: row.paid,
      scope: row.scope,
      recentlyAuthenticated: row.signed_in,
      recentlyReauthenticated: row.confirmed ?? false,
    };
    return { actor, row };
  }
}
