import { z } from 'zod';
import { moderationSorts } from '../comment-moderation.repository.js';
import { commentStates } from '../comment.types.js';
import { MAX_MUTE_DAYS, MAX_REASON } from '../community.settings.js';

const REASON = `Enter a reason of up to ${MAX_REASON} characters. The member sees it`;
const DAYS = `days must be a whole number from 1 to ${MAX_MUTE_DAYS}`;

const reason = z
  .string(REASON)
  .trim()
  .min(1, REASON)
  .refine((typed) => Array.from(typed).length <= MAX_REASON, REASON);

/** POST /admin/comments/{id}/hide, restore, remove, dismiss, ban, readmit */
export const reasonBody = z.strictObject({ reason });
export type ReasonBody = z.output<typeof reasonBody>;

/** POST /admin/comments/{id}/mute */
export const muteBody = z.strictObject({ reason, days: z.int(DAYS).min(1, DAYS).max(MAX_MUTE_DAYS, DAYS) });
export type MuteBody = z.output<typeof muteBody>;

export const commentListRules = {
  sortable: moderationSorts,
  filters: {
    state: z.enum(commentStates, `state must be one of ${commentStates.join(', ')}`),
    reports: z.enum(['open'], 'reports must be open'),
    q: z.string('q must be text').trim().max(100, 'q can have up to 100 characters'),
  },
};
