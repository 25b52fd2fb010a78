import { currentLanguage } from '../i18n/language';
import { t } from '../i18n/texts';
import { UNKNOWN } from './decimal';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;
const two = (value: number) => String(value).padStart(2, '0');

function parse(iso: string | null | undefined): Date | null {
  if (!iso) return null;
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** "Nov" of 10: the months are counted from 0. Names come from the catalogue: they are the same in every browser. */
export const monthName = (index: number): string => t(`common.format.month.${MONTHS[index]!}`);

/** "Nov 2026" of a YYYY-MM. */
export function yearMonth(text: string): string {
  const [year = '', month = ''] = text.split('-');
  return t('common.format.monthOfYear', { month: monthName(Number(month) - 1), year });
}

/** Day, month and year of a UTC date for a message. */
const dayParts = (date: Date) => ({
  day: date.getUTCDate(),
  month: monthName(date.getUTCMonth()),
  year: String(date.getUTCFullYear()),
});

/** "20 Nov 2026, 14:05 UTC"; the same on every machine. */
export function utc(iso: string | null | undefined): string {
  const date = parse(iso);
  if (!date) return UNKNOWN;
  return t('common.format.moment', { ...dayParts(date), time: `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}` });
}

/** "14:05:09 UTC" of milliseconds since 1970. */
export const clock = (at: number): string => t('common.format.clock', { time: new Date(at).toISOString().slice(11, 19) });

/** "20 Nov 2026" of a moment or of a plain YYYY-MM-DD, never moved by a time zone. */
export function day(iso: string | null | undefined): string {
  const date = parse(iso);
  return date ? t('common.format.day', dayParts(date)) : UNKNOWN;
}

/** The reader's own time, shown on hover. */
export function local(iso: string | null | undefined): string | undefined {
  // The server knows no reader's time zone.
  if (typeof document === 'undefined') return undefined;
  const date = parse(iso);
  return date?.toLocaleString(currentLanguage(), { dateStyle: 'medium', timeStyle: 'long' });
}

/** "3 min ago" under 24 hours, else the absolute time. */
export function ago(iso: string | null | undefined, now: number): string {
  const date = parse(iso);
  if (!date) return UNKNOWN;
  const minutes = Math.floor((now - date.getTime()) / 60_000);
  if (minutes < 0 || minutes >= 24 * 60) return utc(iso);
  if (minutes < 1) return t('common.format.justNow');
  return minutes < 60 ? t('common.format.minutesAgo', { minutes }) : t('common.format.hoursAgo', { hours: Math.floor(minutes / 60) });
}
