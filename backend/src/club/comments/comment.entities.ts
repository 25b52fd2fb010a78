import { defineEntity, p } from '@mikro-orm/core';
import { User } from '../users/index.js';
import { commentStates, commentSubjects, reactions, reportReasons } from './comment.types.js';
import { MAX_COMMENT, MAX_REASON } from './community.settings.js';

const reason = () => p.string().length(MAX_REASON).nullable();

const CommunityProfileSchema = defineEntity({
  name: 'CommunityProfile',
  tableName: 'community_profiles',
  properties: {
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    displayName: p.string().length(30),
    /** Equal for names that people could take for each other (display-name.rules.ts). */
    nameKey: p.string().length(120),
    nameChangedAt: p.datetime().defaultRaw('now()'),
    guidelinesVersion: p.integer(),
    guidelinesAgreedAt: p.datetime().defaultRaw('now()'),
    mutedUntil: p.datetime().nullable(),
    mutedReason: reason(),
    bannedAt: p.datetime().nullable(),
    bannedReason: reason(),
  },
  uniques: [{ name: 'community_profiles_name_unique', properties: ['nameKey'] }],
});

/** The name under which a member writes comments, and what they agreed to. */
export class StoredCommunityProfile extends CommunityProfileSchema.class {}
CommunityProfileSchema.setClass(StoredCommunityProfile);

const CommentSchema = defineEntity({
  name: 'Comment',
  tableName: 'comments',
  properties: {
    /** UUID version 7: lists are in its order. */
    id: p.uuid().primary(),
    subjectKind: p.enum(commentSubjects),
    /** A post or a signal. Neither is ever removed. */
    subjectId: p.uuid(),
    /** Of a reply: a comment that is none itself. */
    parent: () => p.manyToOne(StoredComment).name('parent_id').mapToPk().nullable().deleteRule('cascade'),
    /** Null: the account was deleted. */
    author: () => p.manyToOne(User).name('author_id').mapToPk().nullable().deleteRule('set null'),
    /** Plain text; null once it was deleted or removed. */
    text: p.text().nullable(),
    state: p.enum(commentStates).default('visible'),
    /** Why the team hid or removed it. */
    reason: reason(),
    createdAt: p.datetime().defaultRaw('now()'),
    editedAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'comments_text_check', expression: `char_length("text") >= 1 and char_length("text") <= ${MAX_COMMENT}` },
    { name: 'comments_kept_check', expression: `("text" is not null) = ("state" in ('visible', 'hidden'))` },
  ],
  indexes: [
    { name: 'comments_subject_index', properties: ['subjectId', 'id'] },
    { name: 'comments_parent_index', properties: ['parent', 'id'] },
    { name: 'comments_author_index', properties: ['author', 'id'] },
  ],
});

/** A comment on an analysis or a signal, or a reply to one. */
export class StoredComment extends CommentSchema.class {}
CommentSchema.setClass(StoredComment);

const commentOf = () => p.manyToOne(StoredComment).name('comment_id').mapToPk().deleteRule('cascade');

const CommentMentionSchema = defineEntity({
  name: 'CommentMention',
  tableName: 'comment_mentions',
  properties: {
    comment: () => commentOf().primary().updateRule('no action'),
    /** Code points before the sign `@`. */
    startsAt: p.integer().primary(),
    /** Code points of the sign and the name. */
    length: p.integer(),
    /** Null: the account was deleted, and its name overwritten in the text. */
    user: () => p.manyToOne(User).name('user_id').mapToPk().nullable().deleteRule('set null'),
  },
  indexes: [{ name: 'comment_mentions_user_index', properties: ['user'] }],
});

/** Where the text of a comment names a member. */
export class StoredMention extends CommentMentionSchema.class {}
CommentMentionSchema.setClass(StoredMention);

const CommentReactionSchema = defineEntity({
  name: 'CommentReaction',
  tableName: 'comment_reactions',
  properties: {
    comment: () => commentOf().primary().updateRule('no action'),
    user: () => p.manyToOne(User).name('user_id').mapToPk().primary().deleteRule('cascade').updateRule('no action'),
    reaction: p.enum(reactions).primary(),
    createdAt: p.datetime().defaultRaw('now()'),
  },
  indexes: [{ name: 'comment_reactions_user_index', properties: ['user'] }],
});

export class StoredReaction extends CommentReactionSchema.class {}
CommentReactionSchema.setClass(StoredReaction);

const CommentReportSchema = defineEntity({
  name: 'CommentReport',
  tableName: 'comment_reports',
  properties: {
    /** UUID version 7. */
    id: p.uuid().primary(),
    comment: commentOf,
    user: () => p.manyToOne(User).name('user_id').mapToPk().deleteRule('cascade'),
    reason: p.enum(reportReasons),
    /** Plain text by the member. */
    details: p.string().length(MAX_REASON).nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When the team decided about the comment; null: not yet. */
    resolvedAt: p.datetime().nullable(),
  },
  uniques: [{ name: 'comment_reports_member_unique', properties: ['comment', 'user'] }],
  indexes: [
    {
      name: 'comment_reports_open_index',
      expression: `create index "comment_reports_open_index" on "comment_reports" ("comment_id", "created_at") where "resolved_at" is null`,
    },
    { name: 'comment_reports_user_index', properties: ['user'] },
    { name: 'comment_reports_resolved_index', properties: ['resolvedAt'] },
  ],
});

/** A member's report of a comment to the team. */
export class StoredReport extends CommentReportSchema.class {}
CommentReportSchema.setClass(StoredReport);

export const commentEntities = [
  CommunityProfileSchema,
  CommentSchema,
  CommentMentionSchema,
  CommentReactionSchema,
  CommentReportSchema,
] as const;
