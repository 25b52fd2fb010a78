import { count } from '../../lib/format/decimal';
import type {
  CalendarAudienceWire,
  CalendarEffectsWire,
  CalendarKindWire,
  CalendarRecordWire,
  CalendarStateWire,
} from '../../lib/wire/types';
import type { StateWords } from '../state-badge';

export const stateWords: Record<CalendarStateWire, StateWords> = {
  draft: { tone: 'neutral', words: 'Draft' },
  published: { tone: 'up', words: 'Published' },
  cancelled: { tone: 'warn', words: 'Cancelled' },
};

export const kindWords: Record<CalendarKindWire, string> = {
  webinar: 'Webinar',
  'live-session': 'Live session',
  questions: 'Questions and answers',
  'meet-up': 'Meet-up',
};

export const audienceWords: Record<CalendarAudienceWire, { label: string; help: string }> = {
  members: { label: 'Members', help: 'Only members with a paid membership see it.' },
  public: { label: 'Everybody', help: 'Visitors see title, summary and times. Members with a paid membership sign up.' },
};

export const languageWords = { en: 'English', es: 'Spanish', ar: 'Arabic' } as const;

const counted = (n: number, one: string) => `${count(n)} ${n === 1 ? one : `${one}s`}`;

/** How many places are taken. */
export const placesOf = ({ signups, capacity }: Pick<CalendarRecordWire, 'signups' | 'capacity'>): string | null =>
  signups === null ? null : capacity === null ? count(signups) : `${count(signups)} of ${count(capacity)}`;

export const publishSentence = ({ members }: CalendarEffectsWire): string =>
  `${counted(members, 'member')} can sign up. Nobody is notified: members find it in their calendar.`;

/** Who is told of a move or a cancellation. */
export const toldSentence = ({ signups, told }: CalendarEffectsWire): string => {
  if (signups === 0) return 'No member has signed up, so nobody is notified.';
  const rest = signups - told;
  const ended = rest === 0 ? '' : ` The membership or account of ${counted(rest, 'member')} has ended.`;
  return (
    `${counted(signups, 'member')} signed up. ${counted(told, 'member')} will be notified in the notification centre, by email and on ` +
    `the channels they chose.${ended}`
  );
};
