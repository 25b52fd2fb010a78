import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

const NAME = 'tidemark_device';
const cookie = new RegExp(`(?:^|;\\s*)${NAME}=([\\w-]{43})(?:;|$)`);
const YEAR_SECONDS = 365 * 24 * 3600;

/**
 * Returns the random value that identifies a browser, so that its sign-ins have their own budget. It gives no access. A request without one
 * gets a new value, which only a successful sign-in stores and sends to the browser.
 */
export function deviceOf({ cookie: sent = '' }: IncomingHttpHeaders): string {
  return cookie.exec(sent)?.[1] ?? randomBytes(32).toString('base64url');
}

/** Returns its `Set-Cookie` header, for requests of our own pages only. */
export function deviceCookie(device: string, publicUrl: string): string {
  const secure = publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${NAME}=${device}; Path=/api/v1; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Strict${secure}`;
}
