import type { Membership, Role } from '../domain/roles.js';

/** Who is asking: read from the session row on every request, never from the token alone. */
export interface Actor {
  userId: string;
  sessionId: string;
  role: Role;
  /** Null for admins. */
  membership: Membership | null;
}

/** Turns a raw token into the actor of a live session. Null for anything else: forged, ended, idle, deactivated. */
export abstract class SessionReader {
  abstract read(token: string): Promise<Actor | null>;
}

/** Asks whether a session still lives, for links that were handed to it. */
export abstract class SessionLiveness {
  abstract isAlive(sessionId: string): Promise<boolean>;
}
