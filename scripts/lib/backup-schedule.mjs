// When a backup is due, and what one run of the timer does (scripts/backup-timer.mjs). Needs nothing but Node.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const DAY_MS = 24 * 3600 * 1000;
/** Written last: without it a backup did not end. */
const MANIFEST = 'manifest.json';

/** The settings of the timer. Throws an Error that names the variable. */
export function timerSettings(environment) {
  const { BACKUP_AT: at = '01:30', BACKUP_KEEP_DAYS: keep = '35', BACKUP_DIR: folder = '/backups' } = environment;
  const [, hours, minutes] = /^(\d\d):(\d\d)$/.exec(at) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59)
    throw new Error('BACKUP_AT must be a time of day (UTC) such as 01:30');
  if (!/^[1-9]\d{0,3}$/.test(keep)) throw new Error('BACKUP_KEEP_DAYS must be a number of days from 1');
  return { hours: Number(hours), minutes: Number(minutes), keepDays: Number(keep), folder };
}

/**
 * When the next backup is due: now where the last one is more than a day old, else at the time of day. `last`: when it was made, null for
 * none. All in ms.
 */
export function nextBackupAt({ now, last, hours, minutes }) {
  if (last === null || now - last > DAY_MS) return now;
  const today = new Date(now).setUTCHours(hours, minutes, 0, 0);
  return today > now ? today : today + DAY_MS;
}

/** When the newest backup of a folder ended, in ms; null where there is none. */
export function lastBackup(folder) {
  const ended = existsSync(folder)
    ? readdirSync(folder).flatMap((name) => statSync(join(folder, name, MANIFEST), { throwIfNoEntry: false })?.mtimeMs ?? [])
    : [];
  return ended.length > 0 ? Math.max(...ended) : null;
}

/** One backup, and those deleted that are too old. Deletes nothing where the backup failed. Returns the exit code. */
export async function backUp({ now, folder, keepDays }, tidemark) {
  const name = new Date(now).toISOString().slice(0, 16).replace(':', '');
  const made = await tidemark('backup', '--to', join(folder, name));
  return made === 0 ? tidemark('backups:prune', '--in', folder, '--keep-days', String(keepDays)) : made;
}
