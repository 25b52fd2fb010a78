import type { TeamRole } from '../domain/permissions.rules.js';
import type { Membership, Role } from '../domain/roles.js';

/** The signed-in caller, read from the session row on every request, never from the token alone. */
export interface Actor {
  userId: string;
  sessionId: string;
  role: Role;
  /** Decides what a person of the team may do. Null for members. */
  teamRole: TeamRole | null;
  /** Null for the team. */
  membership: Membership | null;
  /** The subscription is approved. */
  paid: boolean;
  /** `enrol`: an admin who still has to set up a second factor and may do nothing else. */
  scope: SessionScope;
  /** Signed in within the last five minutes. */
  recentlyAuthenticated: boolean;
  /** Confirmed an act by password or factor within the last five minutes. */
  recentlyReauthenticated: boolean;
}

export type SessionScope = 'full' | 'enrol';

/**
 * Resolves a raw token to the actor of a live session. Returns null if the token is forged or the session ended, is idle or its user
 * inactive.
 */
export abstract class SessionReader {
  abstract read(token: string): Promise<Actor | null>;

  /** Also loads the columns of the user's own profile, in the same statement. */
  abstract readWithCurrentUser(token: string): Promise<{ actor: Actor; currentUserRow: unknown } | null>;
}

/** Properties of an actor that may change during a session. */
export type Standing = Pick<Actor, 'role' | 'teamRole' | 'paid'>;

/** Checks whether a session is alive, for links that were issued to it and for open connections. */
export abstract class SessionLiveness {
  abstract isAlive(sessionId: string): Promise<boolean>;

  /** Returns the current rights of the session's owner, or null if the session has ended. */
  abstract standing(sessionId: string): Promise<Standing | null>;
}

/** Records refused requests of signed-in callers. */
export abstract class DenialJournal {
  /** `route`: the route's pattern, never the address with its ids. */
  abstract note(actor: Actor, refused: { method: string; route: string }): Promise<void>;
}
