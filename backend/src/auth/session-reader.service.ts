import { Injectable } from '@nestjs/common';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Role } from '../common/domain/index.js';
import { SessionLiveness, SessionReader, type Actor, type SessionScope, type Standing } from '../common/http/access-ports.js';
import { PreparedStatement } from '../common/persistence/prepared-statement.js';
import { membershipOf, profileColumns, standingColumns, type ProfileRow } from '../users/index.js';
import { SessionTokenService } from './session-token.service.js';
import { RECENT } from './sessions.js';

type SessionRow = { role: Role; paid: boolean; scope: SessionScope; signed_in: boolean; confirmed: boolean | null; stale: boolean };

const alive = `s.ended_at is null and s.idle_ends_at > now() and s.absolute_ends_at > now() and s.security_epoch = u.security_epoch and u.status = 'active' and u.rejected_at is null`;

const sessionColumns = `${standingColumns}, s.scope, s.created_at > now() - ${RECENT} as signed_in, s.confirmed_at > now() - ${RECENT} as confirmed, s.last_seen_at < now() - interval '1 minute' as stale`;
const ofToken = `from sessions s join users u on u.id = s.user_id where s.id = $1 and s.user_id = $2 and ${alive}`;

/** The one statement of every request: session and user together, by the database's clock. */
const readSession = new PreparedStatement<SessionRow>('session-read', `select ${sessionColumns} ${ofToken}`);
const readSessionAndProfile = new PreparedStatement<SessionRow & ProfileRow>(
  'session-profile-read',
  `select ${sessionColumns}, ${profileColumns} ${ofToken}`,
);

/** Use slides the idle end, written down once a minute at most; of many requests in that minute one writes. */
const touchSession = new PreparedStatement<Record<string, never>>(
  'session-touch',
  `update sessions set last_seen_at = now(), idle_ends_at = least(now() + idle_seconds * interval '1 second', absolute_ends_at)
   where id = $1 and ended_at is null and last_seen_at < now() - interval '1 minute'`,
);

const sessionStanding = new PreparedStatement<{ role: Role; paid: boolean }>(
  'session-standing',
  `select ${standingColumns} from sessions s join users u on u.id = s.user_id where s.id = $1 and ${alive}`,
);

/** Who holds a token, read from the database each time: signing out, deactivation and a change of role act at once. */
@Injectable()
export class SessionRegistry implements SessionReader, SessionLiveness {
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

  private async find<Row extends SessionRow>(token: string, statement: PreparedStatement<Row>): Promise<{ actor: Actor; row: Row } | null> {
    const claims = this.tokens.read(token);
    if (!claims) return null;
    const { userId, sessionId } = claims;
    const row = await statement.first(this.orm.em, [sessionId, userId]);
    if (!row) return null;
    if (row.stale) await touchSession.rows(this.orm.em, [sessionId]);
    const actor: Actor = {
      userId,
      sessionId,
      role: row.role,
      membership: membershipOf(row.role),
      paid: row.paid,
      scope: row.scope,
      recentlyAuthenticated: row.signed_in,
      recentlyReauthenticated: row.confirmed ?? false,
    };
    return { actor, row };
  }

  async isAlive(sessionId: string): Promise<boolean> {
    return (await this.standing(sessionId)) !== null;
  }

  async standing(sessionId: string): Promise<Standing | null> {
    return sessionStanding.first(this.orm.em, [sessionId]);
  }
}
