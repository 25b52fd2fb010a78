import type { EntityManager } from '@mikro-orm/postgresql';
import type { Role, TeamRole } from '../../platform/domain/index.js';
import type { SessionScope, Standing } from '../../platform/http/session-reader.port.js';
import { PreparedStatement } from '../../platform/persistence/prepared-statement.js';
import { profileColumns, standingColumns, type ProfileRow } from '../users/index.js';
import { RECENT } from './session.repository.js';

export type SessionRow = {
  role: Role;
  teamRole: TeamRole | null;
  paid: boolean;
  scope: SessionScope;
  signed_in: boolean;
  confirmed: boolean | null;
  stale: boolean;
};

const alive = `s.ended_at is null and s.idle_ends_at > now() and s.absolute_ends_at > now() and
  s.security_epoch = u.security_epoch and u.status = 'active' and u.rejected_at is null`;

const columns = `${standingColumns}, s.scope, s.created_at > now() - ${RECENT} as signed_in,
  s.confirmed_at > now() - ${RECENT} as confirmed, s.last_seen_at < now() - interval '1 minute' as stale`;
const ofToken = `from sessions s join users u on u.id = s.user_id where s.id = $1 and s.user_id = $2 and ${alive}`;

const session = new PreparedStatement<SessionRow>('session-read', `select ${columns} ${ofToken}`);
const sessionAndProfile = new PreparedStatement<SessionRow & ProfileRow>(
  'session-profile-read',
  `select ${columns}, ${profileColumns} ${ofToken}`,
);
const touch = new PreparedStatement<Record<string, never>>(
  'session-touch',
  `update sessions set last_seen_at = now(), idle_ends_at = least(now() + idle_seconds * interval '1 second', absolute_ends_at)
   where id = $1 and ended_at is null and last_seen_at < now() - interval '1 minute'`,
);
const standing = new PreparedStatement<{ [Column in keyof Standing]: Standing[Column] }>(
  'session-standing',
  `select ${standingColumns} from sessions s join users u on u.id = s.user_id where s.id = $1 and ${alive}`,
);

/** Reads a live session with its user, by the database's clock. Runs on every request. */
export const readSession = (em: EntityManager, sessionId: string, userId: string) => session.first(em, [sessionId, userId]);

/** Reads a live session with its user and the user's profile columns. */
export const readSessionAndProfile = (em: EntityManager, sessionId: string, userId: string) =>
  sessionAndProfile.first(em, [sessionId, userId]);

/** Moves the idle end, at most once a minute: of many requests in that minute one writes. */
export const touchSession = (em: EntityManager, sessionId: string) => touch.rows(em, [sessionId]);

/** Reads the current rights of a live session's owner. */
export const readStanding = (em: EntityManager, sessionId: string) => standing.first(em, [sessionId]);
