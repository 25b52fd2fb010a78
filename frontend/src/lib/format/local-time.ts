import { currentLanguage } from '../i18n/language';
import { t } from '../i18n/texts';
import { monthName } from './date';

const two = (value: number) => String(value).padStart(2, '0');

/** The reader's own: Europe/Madrid. */
export const timeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** "19:30" in the reader's time zone. */
export function localTime(iso: string): string {
  const date = new Date(iso);
  return `${two(date.getHours())}:${two(date.getMinutes())}`;
}

/** Weekday, day and time in the reader's time zone, for a message. */
export function localMoment(iso: string): { weekday: string; day: string; time: string } {
  const date = new Date(iso);
  return {
    weekday: date.toLocaleDateString(currentLanguage(), { weekday: 'long' }),
    day: t('common.format.day', { day: date.getDate(), month: monthName(date.getMonth()), year: String(date.getFullYear()) }),
    time: localTime(iso),
  };
}

/** What a `datetime-local` input holds of a moment: the reader's own time. */
export function inputOf(iso: string): string {
  const date = new Date(iso);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}T${localTime(iso)}`;
}

/** The moment that a `datetime-local` input says, in ISO 8601; null: none. */
export const instantOf = (typed: string): string | null => (Number.isNaN(Date.parse(typed)) ? null : new Date(typed).toISOString());
