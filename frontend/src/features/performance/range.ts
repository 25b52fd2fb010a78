import { useSearchParams } from 'react-router';
import type { DayRange } from '../../lib/portfolio';
import { t } from '../../lib/i18n/texts';

const spans = ['30', '90', 'year', '365', 'all'] as const;
export type Span = (typeof spans)[number];

/** The spans to choose from. */
export const spanOptions = () => spans.map((value) => ({ value, label: t(`performance.span.${value}`) }));

const DAY_MS = 86_400_000;
const isDay = (text: string | null): text is string =>
  text !== null && /^[12]\d{3}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** The day so many days later; negative for earlier. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

/** The days of a span that ends with the last one. */
function daysOf(span: Span, lastDay: string): DayRange {
  if (span === 'all') return { from: null, to: null };
  if (span === 'year') return { from: `${lastDay.slice(0, 4)}-01-01`, to: null };
  return { from: addDays(lastDay, 1 - Number(span)), to: null };
}

export interface Chosen {
  /** Null while `from` and `to` are the member's own. */
  span: Span | null;
  /** Null until the last day is known, where it takes that. */
  range: DayRange | null;
  setSpan: (span: Span) => void;
  setRange: (range: DayRange) => void;
}

/** The period in the address, so that back, reload and a copied link lead to the same figures. */
export function useRange(lastDay: string | null | undefined): Chosen {
  const [search, setSearch] = useSearchParams();
  const [from, to] = [search.get('from'), search.get('to')];
  const own: DayRange = { from: isDay(from) ? from : null, to: isDay(to) ? to : null };
  const isOwn = own.from !== null || own.to !== null;
  const asked = spans.find((span) => span === search.get('span')) ?? 'all';
  return {
    span: isOwn ? null : asked,
    range: isOwn ? own : asked === 'all' ? { from: null, to: null } : lastDay == null ? null : daysOf(asked, lastDay),
    setSpan: (span) => setSearch(span === 'all' ? {} : { span }),
    setRange: (range) => setSearch({ ...(range.from && { from: range.from }), ...(range.to && { to: range.to }) }),
  };
}

export const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'] as const;

/** "November 2026" of a YYYY-MM. */
export function monthText(month: string): string {
  const name = months[Number(month.slice(5)) - 1];
  return name ? t('performance.monthYear', { month: t(`performance.month.${name}`), year: month.slice(0, 4) }) : month;
}

/** "20 Nov, 14:05" in UTC, and "20 Nov" at midnight: for the moments of one month under a heading that says UTC. */
export function shortMoment(iso: string): string {
  const at = new Date(iso);
  const day = { day: at.getUTCDate(), month: t(`common.format.month.${months[at.getUTCMonth()]!}`) };
  const time = at.toISOString().slice(11, 16);
  return time === '00:00' ? t('performance.parts.day', day) : t('performance.parts.moment', { ...day, time });
}
