import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

/** `title`: by the team. */
const event = z.object({ slug: z.string().regex(/^[\w-]{1,80}$/), title: z.string().min(1).max(500), startsAt: z.iso.datetime() });
/** `from`: when it was to start before. */
const moved = event.extend({ from: z.iso.datetime() });

const CALENDAR_PAGE = '/#/calendar/{slug}';
type CalendarLetter = 'calendar-day-reminder' | 'calendar-hour-reminder' | 'calendar-cancelled';
const ofEvent = (id: `mail.${CalendarLetter}`) =>
  translated(id, event, CALENDAR_PAGE, {
    kind: 'calendar',
    values: ({ slug, title, startsAt }, format) => ({ slug, title: format.isolate(title), startsAt: format.moment(startsAt) }),
  });

/** To members who signed up for an event. The link to join is on its page alone. */
export const calendarLetters = {
  'calendar-day-reminder': ofEvent('mail.calendar-day-reminder'),
  'calendar-hour-reminder': ofEvent('mail.calendar-hour-reminder'),
  'calendar-moved': translated('mail.calendar-moved', moved, CALENDAR_PAGE, {
    kind: 'calendar',
    values: ({ slug, title, startsAt, from }, format) => ({
      slug,
      title: format.isolate(title),
      startsAt: format.moment(startsAt),
      from: format.moment(from),
    }),
  }),
  'calendar-cancelled': ofEvent('mail.calendar-cancelled'),
} as const;
