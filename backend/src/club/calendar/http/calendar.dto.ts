import { z } from 'zod';
import { listPosition } from '../../../messaging/notices/index.js';
import { limitQuery } from '../../../platform/http/index.js';
import { calendarSpans } from '../calendar-reader.repository.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const LIMIT = `Ask for 1 to ${MAX_LIMIT} events`;

const span = {
  when: z.enum(calendarSpans, 'when must be upcoming or past').optional(),
  after: listPosition.optional(),
  limit: limitQuery(LIMIT, MAX_LIMIT).optional(),
};
const defaults = { when: 'upcoming', mine: false, after: null, limit: DEFAULT_LIMIT } as const;
const given = <T extends object>(query: T) => Object.fromEntries(Object.entries(query).filter(([, value]) => value !== undefined)) as T;

/** GET /calendar/events: `?when=&after=&limit=` */
export const publicCalendarQuery = z.object(span).transform((query) => ({ ...defaults, ...given(query) }));
export type PublicCalendarQuery = z.output<typeof publicCalendarQuery>;

/** GET /me/calendar/events: `?when=&mine=&after=&limit=` */
export const myCalendarQuery = z
  .object({ ...span, mine: z.literal('true', 'mine must be true').optional() })
  .transform(({ mine, ...query }) => ({ ...defaults, ...given(query), mine: mine !== undefined }));
export type MyCalendarQuery = z.output<typeof myCalendarQuery>;
