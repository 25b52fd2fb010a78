import { inputOf, instantOf } from '../../lib/format/local-time';
import type { CalendarAudienceWire, CalendarContentWire, CalendarKindWire, CalendarRecordWire } from '../../lib/wire/types';

/** What the form holds. */
export interface CalendarDraft {
  kind: CalendarKindWire;
  title: string;
  summary: string;
  description: string;
  /** Empty: not said. */
  language: string;
  /** In the author's time zone, as `datetime-local` has it. */
  startsAt: string;
  endsAt: string;
  audience: CalendarAudienceWire;
  /** Empty: any number. */
  capacity: string;
  /** Empty: none yet. */
  joinUrl: string;
}

const names = ['kind', 'title', 'summary', 'description', 'language', 'startsAt', 'endsAt', 'audience', 'capacity', 'joinUrl'] as const;

/** The input of each field that the server may refuse, by its name there. */
export const draftFields: Readonly<Record<string, keyof CalendarDraft>> = Object.fromEntries(names.map((name) => [name, name]));

export const emptyDraft: CalendarDraft = {
  kind: 'webinar',
  title: '',
  summary: '',
  description: '',
  language: '',
  startsAt: '',
  endsAt: '',
  audience: 'members',
  capacity: '',
  joinUrl: '',
};

export const draftOfEvent = (event: CalendarRecordWire): CalendarDraft => ({
  kind: event.kind,
  title: event.title,
  summary: event.summary,
  description: event.description,
  language: event.language ?? '',
  startsAt: inputOf(event.startsAt),
  endsAt: inputOf(event.endsAt),
  audience: event.audience,
  capacity: event.capacity === null ? '' : String(event.capacity),
  joinUrl: event.joinUrl ?? '',
});

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());

/** The form has checked that both times are there. A text that is no number is sent as it is: the server names the field. */
export const toContent = ({ language, startsAt, endsAt, capacity, joinUrl, ...same }: CalendarDraft): CalendarContentWire => ({
  ...same,
  language: orNull(language) as CalendarContentWire['language'],
  startsAt: instantOf(startsAt) ?? startsAt,
  endsAt: instantOf(endsAt) ?? endsAt,
  capacity: orNull(capacity) === null ? null : Number(capacity),
  joinUrl: orNull(joinUrl),
});

export const isBegun = ({ title, summary, description }: CalendarDraft): boolean =>
  [title, summary, description].some((text) => text.trim() !== '');
