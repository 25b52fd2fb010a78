import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const NAME = 'tidemark_device';
const cookie = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);
const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * A random value that tells one browser from another, so that its sign-ins have a budget of their own. It opens nothing: it is no session.
 * A new one where the request brings none: only a sign-in that succeeds stores it and sends it to the browser.
 */
export function deviceOf({ cookie: sent = '' }: IncomingHttpHeaders): string {
  return cookie.exec(sent)?.[1] ?? randomBytes(32).toString('base64url');
}

/** The `Set-Cookie` of it: for our own pages' requests alone. */
export function deviceCookie(device: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${device}; Path=/api/v1; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}
