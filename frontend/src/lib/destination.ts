import { isPublicPath } from '../config/public-paths';

const KEY = 'tidemark:destination';

/** A path within this app that needs a session. Anything else, such as `//other.example`, is refused. */
const isSafe = (path: string) => /^\/(?![/\\])/.test(path) && !isPublicPath(path.split('?')[0] ?? '');

/** Keeps the address that a visitor asked for while they sign in. It belongs to this tab and survives a reload. */
export function keepDestination(path: string): void {
  if (!isSafe(path)) return;
  try {
    sessionStorage.setItem(KEY, path);
  } catch {
    // Without storage, signing in leads to the dashboard.
  }
}

/** Returns the kept address once; null where there is none. */
export function takeDestination(): string | null {
  try {
    const path = sessionStorage.getItem(KEY);
    sessionStorage.removeItem(KEY);
    return path !== null && isSafe(path) ? path : null;
  } catch {
    return null;
  }
}
