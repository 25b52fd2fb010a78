const MINUTE = 60;
const HOUR = 60 * MINUTE;
/** Seconds between one try and the next. */
const DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR] as const;
/** Each delay is this much shorter or longer: receivers that came back are not called by everybody at once. */
const JITTER = 0.2;
/** The longest `Retry-After` that is followed. */
const MAX_RETRY_AFTER = 24 * HOUR;

/** Returns the seconds until the next try, after this many; null after the tenth. `chance`: from 0 to 1. */
export function retrySeconds(attempts: number, chance = Math.random()): number | null {
  const delay = DELAYS[attempts - 1];
  return delay === undefined ? null : delay * (1 + JITTER * (2 * chance - 1));
}

/** Reads `Retry-After`, as seconds or as a date; null where there is none that can be read. */
export function retryAfterSeconds(header: string | undefined, now: Date): number | null {
  if (header === undefined) return null;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(MAX_RETRY_AFTER, Math.max(0, seconds)) : null;
}
