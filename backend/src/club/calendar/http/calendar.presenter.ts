import { StreamableFile } from '@nestjs/common';
import { positionText } from '../../../messaging/notices/index.js';
import type {
  CalendarItemWire,
  CalendarPageWire,
  MyCalendarEventWire,
  MyCalendarItemWire,
  MyCalendarPageWire,
} from '../../../platform/wire/index.js';
import type { ReadableDetails, ReadableEvent } from '../calendar-reader.service.js';

interface Page {
  events: ReadableEvent[];
  hasMore: boolean;
}

/** What visitors get. */
export function presentItem(event: ReadableEvent): CalendarItemWire {
  const { slug, kind, title, summary, language, startsAt, endsAt, audience, state, isOver, hasRecording } = event;
  return {
    slug,
    kind,
    title,
    summary,
    language,
    startsAt: startsAt.toISOString(),
    endsAt: endsAt.toISOString(),
    audience,
    // Readers find no drafts.
    state: state === 'cancelled' ? 'cancelled' : 'published',
    isOver,
    hasRecording,
  };
}

const nextOf = ({ events, hasMore }: Page) => {
  const last = hasMore ? events.at(-1) : undefined;
  return last ? positionText(last.position) : null;
};

export const presentPage = (page: Page): CalendarPageWire => ({ events: page.events.map(presentItem), next: nextOf(page) });

function presentMine(event: ReadableEvent): MyCalendarItemWire {
  const { isGoing, mayTakePart, capacity, placesLeft } = event;
  return { ...presentItem(event), isGoing, mayTakePart, capacity, placesLeft };
}

export const presentMyPage = (page: Page): MyCalendarPageWire => ({ events: page.events.map(presentMine), next: nextOf(page) });

export const presentMyEvent = (event: ReadableDetails): MyCalendarEventWire => ({
  ...presentMine(event),
  description: event.description,
  joinUrl: event.joinUrl,
  recordingUrl: event.recordingUrl,
});

/** `name`: Latin letters, digits and hyphens. */
export const calendarFile = (name: string, text: string) =>
  new StreamableFile(Buffer.from(text), { type: 'text/calendar; charset=utf-8', disposition: `attachment; filename="${name}.ics"` });
