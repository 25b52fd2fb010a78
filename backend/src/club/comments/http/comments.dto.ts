import { z } from 'zod';
import { limitQuery } from '../../../platform/http/index.js';
import { commentOrders, commentSubjects, reactions, reportReasons } from '../comment.types.js';
import { COMMENT_LENGTH } from '../comments.errors.js';
import { MAX_COMMENT, MAX_REASON } from '../community.settings.js';
import { cleanName, MAX_NAME, MIN_NAME, nameProblem, type NameProblem } from '../display-name.rules.js';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 50;
const LIMIT = `Ask for 1 to ${MAX_LIMIT} comments`;
const DETAILS = `Write at most ${MAX_REASON} characters`;
const NAME_LENGTH = `A display name has ${MIN_NAME} to ${MAX_NAME} characters`;
const SUBJECT = 'Name the page of the comments';
const on = z.enum(commentSubjects, 'on must be analysis or signal');
const subject = z.string(SUBJECT).min(1, SUBJECT).max(100, SUBJECT);
const position = (name: string) => z.uuid(`${name} must be the id of a comment`).transform((id) => id.toLowerCase());
const limit = limitQuery(LIMIT, MAX_LIMIT).default(DEFAULT_LIMIT);

// Characters as people and PostgreSQL count them.
const text = z
  .string(COMMENT_LENGTH)
  .transform((typed) => typed.replaceAll('\r\n', '\n').trim())
  .refine((typed) => typed !== '' && Array.from(typed).length <= MAX_COMMENT, COMMENT_LENGTH);

const problems: Record<NameProblem, string> = {
  length: NAME_LENGTH,
  characters: 'Use letters, digits, blanks, points, hyphens and underscores only',
  reserved: 'This name is reserved',
};
const displayName = z.string(NAME_LENGTH).transform((typed, context) => {
  const name = cleanName(typed);
  const problem = nameProblem(name);
  if (problem !== null) context.addIssue({ code: 'custom', message: problems[problem] });
  return name;
});

/** PUT /me/community */
export const communityBody = z.strictObject({
  displayName,
  guidelinesVersion: z.int('Accept the community guidelines').min(1, 'Accept the community guidelines'),
});
export type CommunityBody = z.output<typeof communityBody>;

/** GET /me/comments: `?on=&subject=&order=&after=&limit=` */
export const commentsQuery = z.object({
  on,
  subject,
  order: z.enum(commentOrders, 'order must be newest or oldest').default('newest'),
  after: position('after').optional(),
  limit,
});
export type CommentsQuery = z.output<typeof commentsQuery>;

/** GET /me/comments/{id}/replies: `?after=&limit=` */
export const repliesQuery = z.object({ after: position('after').optional(), limit });
export type RepliesQuery = z.output<typeof repliesQuery>;

/** POST /me/comments */
export const newCommentBody = z.strictObject({ on, subject, parentId: position('parentId').nullable().default(null), text });
export type NewCommentBody = z.output<typeof newCommentBody>;

/** PATCH /me/comments/{id} */
export const editCommentBody = z.strictObject({ text });
export type EditCommentBody = z.output<typeof editCommentBody>;

/** POST /me/comments/{id}/report */
export const reportBody = z.strictObject({
  reason: z.enum(reportReasons, 'Choose a reason'),
  details: z
    .string(DETAILS)
    .trim()
    .refine((typed) => Array.from(typed).length <= MAX_REASON, DETAILS)
    .transform((typed) => (typed === '' ? null : typed))
    .nullable()
    .default(null),
});
export type ReportBody = z.output<typeof reportBody>;

/** PUT /me/comments/{id}/reaction */
export const reactionBody = z.strictObject({
  reaction: z.enum(reactions, 'Choose agree, thanks or insightful'),
  on: z.boolean('on must be true or false'),
});
export type ReactionBody = z.output<typeof reactionBody>;
