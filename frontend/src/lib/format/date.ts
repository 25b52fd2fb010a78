import { UNKNOWN } from './decimal';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const two = (value: number) => String(value).padStart(2, '0');

function parse(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "20 Nov 2026, 14:05 UTC"; the same on every machine. */
export function utc(iso: string | null | undefined): string {
  const date = parse(iso);
  if (!date) return UNKNOWN;
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}, ${two(date.getUTCHours())}:${two(date.getUTCMinutes())} UTC`;
}

/** "20 Nov 2026" of a moment or of a plain YYYY-MM-DD, never moved by a time zone. */
export function day(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}` : UNKNOWN;
}

/** The reader's own time, shown on hover. */
export function local(iso: string | null | undefined): string | undefined {
  const date = parse(iso);
  return date?.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'long' });
}

/** "3 min ago" under 24 hours, else the absolute time. */
export function ago(iso: string | null | undefined, now: number): string {
  const date = parse(iso);
  if (!date) return UNKNOWN;
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return utc(iso);
  if (minutes < 1) return 'just now';
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`;
}
