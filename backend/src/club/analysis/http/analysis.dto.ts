import { z } from 'zod';
import { listPosition } from '../../../messaging/notices/index.js';
import { limitQuery } from '../../../platform/http/index.js';
import { pairText, tagText } from '../analysis-content.rules.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const LIMIT = `Ask for 1 to ${MAX_LIMIT} analyses`;

/** GET /analysis: `?q=&tag=&pair=&before=&limit=` */
export const feedQuery = z
  .object({
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters').optional(),
    tag: tagText.optional(),
    pair: pairText.optional(),
    before: listPosition.optional(),
    limit: limitQuery(LIMIT, MAX_LIMIT).optional(),
  })
  .transform(({ before, limit, ...same }) => ({ ...same, before: before ?? null, limit: limit ?? DEFAULT_LIMIT }));
export type FeedQueryInput = z.output<typeof feedQuery>;
