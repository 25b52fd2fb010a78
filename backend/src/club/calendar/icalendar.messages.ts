import ical, { ICalCalendarMethod, ICalEventStatus } from 'ical-generator';

/** What a calendar file says of an event. */
export interface FileEvent {
  id: string;
  slug: string;
  title: string;
  summary: string;
  state: 'draft' | 'published' | 'cancelled';
  sequence: number;
  startsAt: Date;
  endsAt: Date;
  updatedAt: Date;
  /** Null: none, or not for this reader. */
  joinUrl: string | null;
}

const PRODUCT = { company: 'Tidemark', product: 'Calendar', language: 'EN' };
/** Characters that no text of a calendar may have (RFC 5545, 3.3.11): a lone carriage return would begin a line in some readers. */
const controls = /[^\P{Cc}\n\t]/gu;
const textOf = (text: string) => text.replaceAll(controls, ' ');

/** Names the event for good, also after its address or that of the site has changed. */
export const calendarUid = (id: string): string => `${id}@events.tidemark`;

/**
 * Returns an RFC 5545 calendar: times in UTC, lines folded at 75 octets. A file with a higher SEQUENCE replaces an entry that was imported
 * before.
 */
export function icalendar(name: string, events: readonly FileEvent[], publicUrl: string): string {
  const calendar = ical({ name: textOf(name), prodId: PRODUCT, method: ICalCalendarMethod.PUBLISH });
  for (const { id, slug, title, summary, state, sequence, startsAt, endsAt, updatedAt, joinUrl } of events) {
    const page = `${publicUrl}/#/calendar/${slug}`;
    calendar.createEvent({
      id: calendarUid(id),
      sequence,
      stamp: updatedAt,
      lastModified: updatedAt,
      start: startsAt,
      end: endsAt,
      summary: textOf(title),
      description: [textOf(summary), joinUrl ?? page].join('\n\n'),
      ...(joinUrl !== null && { location: textOf(joinUrl) }),
      url: page,
      status: state === 'cancelled' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    });
  }
  return calendar.toString();
}
