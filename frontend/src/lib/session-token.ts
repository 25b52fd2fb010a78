import { readStored, writeStored } from './storage';

/** The two keys of the contract. lib/kept-profile.ts and lib/kept-figures.ts say what else is kept until the person signs out. */
export const STATE_KEY = 'myState';
export const TOKEN_KEY = 'myToken';
const LOGGED_IN = 'true';

export function sessionToken(): string | null {
  return readStored(TOKEN_KEY);
}

/** True after a sign-in that has not been ended; says nothing about whether the server still takes the token. */
export function isFlaggedLoggedIn(): boolean {
  return readStored(STATE_KEY) === LOGGED_IN && sessionToken() !== null;
}

export function storeSession(token: string): void {
  writeStored(TOKEN_KEY, token);
  writeStored(STATE_KEY, LOGGED_IN);
}

export function clearStoredSession(): void {
  writeStored(STATE_KEY, null);
  writeStored(TOKEN_KEY, null);
}

type Listener = (refusedToken: string | null) => void;
let onExpired: Listener | null = null;

/** The session store listens here, so that the API client needs not know it. */
export function listenForExpiry(listener: Listener): void {
  onExpired = listener;
}

/** Called by the API client when the server refuses a session token. */
export function expireSession(refusedToken: string | null): void {
  onExpired?.(refusedToken);
}

let onEnrolment: (() => void) | null = null;

/** The session store listens here as well: told when the server asks this session for a second factor first. */
export function listenForEnrolment(listener: () => void): void {
  onEnrolment = listener;
}

export function requireEnrolment(): void {
  onEnrolment?.();
}
