export type CalendarKindWire = 'webinar' | 'live-session' | 'questions' | 'meet-up';
export type CalendarAudienceWire = 'public' | 'members';
export type CalendarLanguageWire = 'en' | 'es' | 'ar';

/** An event of the club in a list. */
export interface CalendarItemWire {
  /** Names it in addresses. */
  slug: string;
  kind: CalendarKindWire;
  title: string;
  summary: string;
  /** Of the event; null: not said. */
  language: CalendarLanguageWire | null;
  startsAt: string;
  endsAt: string;
  /** `members`: only members who paid see it. */
  audience: CalendarAudienceWire;
  state: 'published' | 'cancelled';
  isOver: boolean;
  hasRecording: boolean;
}

/** GET /calendar/events?when=upcoming|past&after=&limit= */
export interface CalendarPageWire {
  events: CalendarItemWire[];
  /** For `after`; null: there are no more. */
  next: string | null;
}

/** GET /calendar/events/{slug} */
export type CalendarEventWire = CalendarItemWire;

/** An event as a member gets it. */
export interface MyCalendarItemWire extends CalendarItemWire {
  /** The member signed up. */
  isGoing: boolean;
  /** The member may sign up and read what is for members: the membership is paid. */
  mayTakePart: boolean;
  /** Places; null: any number, or the member may not take part. */
  capacity: number | null;
  placesLeft: number | null;
}

/** GET /me/calendar/events?when=upcoming|past&mine=true&after=&limit= */
export interface MyCalendarPageWire {
  events: MyCalendarItemWire[];
  next: string | null;
}

/** GET /me/calendar/events/{slug}; PUT and DELETE …/signup answer it too. */
export interface MyCalendarEventWire extends MyCalendarItemWire {
  /** Markdown; null: it is for members who paid. */
  description: string | null;
  /** For those who signed up, until the event is over or cancelled. */
  joinUrl: string | null;
  /** For members who paid, once the event is over. */
  recordingUrl: string | null;
}

/** What an author writes: POST /admin/calendar. PUT /admin/calendar/{id} and POST …/correct add `revision`. */
export interface CalendarContentWire {
  kind: CalendarKindWire;
  title: string;
  summary: string;
  /** Markdown, at most 10,000 characters. */
  description: string;
  language: CalendarLanguageWire | null;
  /** ISO 8601 with an offset. */
  startsAt: string;
  endsAt: string;
  audience: CalendarAudienceWire;
  capacity: number | null;
  /** https */
  joinUrl: string | null;
}

export type CalendarStateWire = 'draft' | 'published' | 'cancelled';
export type CalendarMoveWire = 'publish' | 'cancel' | 'record';

/** `calendar` of the console. */
export interface CalendarRecordWire extends CalendarContentWire {
  id: string;
  slug: string;
  state: CalendarStateWire;
  isOver: boolean;
  may: CalendarMoveWire[];
  /** How a change is saved: `edit` by PUT, `correct` by POST …/correct; null: not at all. */
  save: 'edit' | 'correct' | null;
  /** Raised by each save; a change names the one that it began with. */
  revision: number;
  recordingUrl: string | null;
  /** Null: the sign-ups were deleted, 90 days after the end. */
  signups: number | null;
  /** Full name; null: their account no longer exists. */
  author: string | null;
  publishedAt: string | null;
  cancelledAt: string | null;
  createdAt: string;
  updatedAt: string;
}

/** GET /admin/calendar/{id}/effects: whom a change would reach now. */
export interface CalendarEffectsWire {
  /** Members who may sign up. */
  members: number;
  signups: number;
  /** Those who signed up and get a notice of a move or a cancellation. */
  told: number;
}

/** `calendar/{id}/signups`: a member who signed up. */
export interface CalendarSignupWire {
  /** The member's. */
  id: string;
  name: string;
  membership: 'trade club' | 'hedge fund';
  signedUpAt: string;
  /** They get notices about the event; false where the membership or the account ended. */
  isTold: boolean;
}
