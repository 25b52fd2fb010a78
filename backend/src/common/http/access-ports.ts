import type { Membership, Role } from '../domain/roles.js';

/** Who is asking: read from the session row on every request, never from the token alone. */
export interface Actor {
  userId: string;
  sessionId: string;
  role: Role;
  /** Null for admins. */
  membership: Membership | null;
  /** The subscription is approved. */
  paid: boolean;
  /** `enrol`: an admin who still has to set up a second factor, and may do nothing else. */
  scope: SessionScope;
  /** When the password or a factor was shown last: at sign-in, or to confirm an act. Each within the last five minutes. */
  signedInJustNow: boolean;
  confirmedJustNow: boolean;
}

export type SessionScope = 'full' | 'enrol';

/** Turns a raw token into the actor of a live session. Null for anything else: forged, ended, idle, deactivated. */
export abstract class SessionReader {
  abstract read(token: string): Promise<Actor | null>;

  /** The same in one statement with the columns of the user's own profile. */
  abstract readWithOwnRow(token: string): Promise<{ actor: Actor; ownRow: unknown } | null>;
}

/** What of an actor may change while their session goes on. */
export type Standing = Pick<Actor, 'role' | 'paid'>;

/** Asks whether a session still lives, for links that were handed to it and for connections that stay open. */
export abstract class SessionLiveness {
  abstract isAlive(sessionId: string): Promise<boolean>;

  /** What its owner may do now; null: it has ended. */
  abstract standing(sessionId: string): Promise<Standing | null>;
}

/** Writes down what somebody who is signed in was refused. */
export abstract class DenialJournal {
  /** `route`: its pattern, never the address with its ids. */
  abstract note(actor: Actor, refused: { method: string; route: string }): Promise<void>;
}
