import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import type { Actor, SessionReader } from './session-reader.port.js';

/** Not `session`: passport registers a strategy of its own under that name. */
export const SESSION_STRATEGY = 'session-token';

/** Result of the strategy; AccessGuard puts both on the request. */
export interface AuthenticatedSession {
  actor: Actor;
  /** The user's profile columns, for handlers marked with LoadCurrentUser. */
  currentUserRow: unknown;
}

/** Handed from AccessGuard to SessionStrategy with every request. */
export interface SessionAuthenticateOptions {
  /** Turns passport's own session handling off. */
  session: false;
  sessions: SessionReader;
  loadCurrentUser: boolean;
}

/** Reads `Authorization: <token>` or `Bearer <token>`. Cookies and query parameters never carry a session. */
export function tokenOf(authorization: string | undefined): string | null {
  const token = authorization?.replace(/^Bearer\s+/i, '').trim();
  return token && token.length <= 2048 ? token : null;
}

/** Passport's request: a copy with the headers alone, which passport may extend. */
interface AuthorizedRequest {
  headers: { authorization?: string | undefined };
}

type Done = (error: unknown, session?: AuthenticatedSession | null) => void;
type Validate = (request: AuthorizedRequest, options: SessionAuthenticateOptions, done: Done) => void;

/** Passport's base class without express. */
class FastifyStrategy extends passport.Strategy {
  constructor(private readonly callback: Validate) {
    super();
  }

  override authenticate(request: never, options: never): void {
    this.callback(request, options, (error, session) => (error ? this.error(error) : session ? this.success(session) : this.fail(401)));
  }
}

/**
 * Authenticates a request by the session token in `Authorization`. Passport keeps strategies in a registry of the process, where the last
 * one of a name wins. This one therefore holds nothing of its application: the guard passes the application's SessionReader with each
 * request.
 */
@Injectable()
export class SessionStrategy extends PassportStrategy(FastifyStrategy, SESSION_STRATEGY) {
  async validate(
    { headers }: AuthorizedRequest,
    { sessions, loadCurrentUser }: SessionAuthenticateOptions,
  ): Promise<AuthenticatedSession | null> {
    const token = tokenOf(headers.authorization);
    if (token === null) return null;
    if (loadCurrentUser) return sessions.readWithCurrentUser(token);
    const actor = await sessions.read(token);
    return actor && { actor, currentUserRow: undefined };
  }
}
