import { instantOf, localDay, nextDay } from '../../../messaging/preferences/index.js';

/** Minutes of the day, on the reader's clock: 08:00. */
const DIGEST_MINUTE = 480;

/** Returns when the next daily email after `now` is due on the clock of a zone. */
export function nextDigestAt(timeZone: string, now: Date): Date {
  const today = localDay(timeZone, now);
  const due = instantOf(timeZone, today, DIGEST_MINUTE, 'first');
  return due > now ? due : instantOf(timeZone, nextDay(today), DIGEST_MINUTE, 'first');
}
