import { languages } from '../../platform/domain/index.js';

export const calendarKinds = ['webinar', 'live-session', 'questions', 'meet-up'] as const;
export type CalendarKind = (typeof calendarKinds)[number];

/** `public`: visitors see title, summary and times. `members`: members who paid see it, and nobody else. */
export const calendarAudiences = ['public', 'members'] as const;
export type CalendarAudience = (typeof calendarAudiences)[number];

export const calendarStates = ['draft', 'published', 'cancelled'] as const;
export type CalendarState = (typeof calendarStates)[number];

export const calendarLanguages = languages;
export type CalendarLanguage = (typeof languages)[number];

/** `record`: sets or removes the recording. */
export const calendarMoves = ['publish', 'cancel', 'record'] as const;
export type CalendarMove = (typeof calendarMoves)[number];

/** State of an event, and where its times are now. */
export interface CalendarPhase {
  state: CalendarState;
  hasStarted: boolean;
  hasEnded: boolean;
}

const isOpenIn: Record<CalendarMove, (phase: CalendarPhase) => boolean> = {
  publish: ({ state, hasStarted }) => state === 'draft' && !hasStarted,
  cancel: ({ state, hasEnded }) => state === 'published' && !hasEnded,
  record: ({ state, hasEnded }) => state === 'published' && hasEnded,
};

/** Returns the moves that are allowed now. */
export const movesIn = (phase: CalendarPhase): CalendarMove[] => calendarMoves.filter((move) => isOpenIn[move](phase));

/** How a change of the content is saved; null: not at all. A change of a published event is confirmed, because readers get it. */
export const saveIn = (state: CalendarState): 'edit' | 'correct' | null =>
  state === 'cancelled' ? null : state === 'draft' ? 'edit' : 'correct';

/** What an author writes. */
export interface CalendarContent {
  kind: CalendarKind;
  title: string;
  summary: string;
  /** Markdown. */
  description: string;
  /** Null: not said. */
  language: CalendarLanguage | null;
  startsAt: Date;
  endsAt: Date;
  audience: CalendarAudience;
  /** Places; null: any number. */
  capacity: number | null;
  /** https; null: none yet. */
  joinUrl: string | null;
}

export const reminders = ['day', 'hour'] as const;
export type Reminder = (typeof reminders)[number];
