import { z } from 'zod';
import { limitQuery } from '../../../platform/http/index.js';
import { listPosition } from '../notice-position.schema.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const LIMIT = `Ask for 1 to ${MAX_LIMIT} notifications`;

/** GET /me/notifications: `?before=&limit=` */
export const noticePageQuery = z
  .object({
    before: listPosition.optional(),
    limit: limitQuery(LIMIT, MAX_LIMIT).optional(),
  })
  .transform(({ before, limit }) => ({ before: before ?? null, limit: limit ?? DEFAULT_LIMIT }));
export type NoticePageQuery = z.output<typeof noticePageQuery>;

/** POST /me/notifications/read */
export const readUpToBody = z.strictObject({ upTo: listPosition });
export type ReadUpToBody = z.output<typeof readUpToBody>;
