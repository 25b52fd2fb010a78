import { z } from 'zod';
import { readPosition } from '../../../messaging/notices/index.js';
import { pairText, tagText } from '../analysis-content.rules.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const LIMIT = `Ask for 1 to ${MAX_LIMIT} analyses`;
const POSITION = 'Send a position of the list';

/** GET /analysis: `?q=&tag=&pair=&before=&limit=` */
export const feedQuery = z
  .object({
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters').optional(),
    tag: tagText.optional(),
    pair: pairText.optional(),
    before: z
      .string(POSITION)
      .transform((text, context) => {
        const read = readPosition(text);
        if (read === null) context.addIssue({ code: 'custom', message: POSITION });
        return read ?? z.NEVER;
      })
      .optional(),
    limit: z
      .string(LIMIT)
      .regex(/^\d{1,3}$/, LIMIT)
      .transform(Number)
      .refine((limit) => limit >= 1 && limit <= MAX_LIMIT, LIMIT)
      .optional(),
  })
  .transform(({ before, limit, ...same }) => ({ ...same, before: before ?? null, limit: limit ?? DEFAULT_LIMIT }));
export type FeedQueryInput = z.output<typeof feedQuery>;
