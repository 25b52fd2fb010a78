import { z } from 'zod';
import { readPosition } from '../notice-position.rules.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const LIMIT = `Ask for 1 to ${MAX_LIMIT} notifications`;

/** A place in the list, as an answer named it. */
const position = z.string('Send a position of the list').transform((text, context) => {
  const read = readPosition(text);
  if (read === null) context.addIssue({ code: 'custom', message: 'Send a position of the list' });
  return read ?? z.NEVER;
});

/** GET /me/notifications: `?before=&limit=` */
export const noticePageQuery = z
  .object({
    before: position.optional(),
    limit: z
      .string(LIMIT)
      .regex(/^\d{1,3}$/, LIMIT)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, LIMIT)
      .optional(),
  })
  .transform(({ before, limit }) => ({ before: before ?? null, limit: limit ?? DEFAULT_LIMIT }));
export type NoticePageQuery = z.output<typeof noticePageQuery>;

/** POST /me/notifications/read */
export const readUpToBody = z.strictObject({ upTo: position });
export type ReadUpToBody = z.output<typeof readUpToBody>;
