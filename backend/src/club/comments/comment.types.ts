/** What comments are about. */
export const commentSubjects = ['analysis', 'signal'] as const;
export type CommentSubjectKind = (typeof commentSubjects)[number];

/** `hidden`: by the team, who can restore it. `removed`: by the team, for good. `deleted`: by its author, or with their account. */
export const commentStates = ['visible', 'hidden', 'removed', 'deleted'] as const;
export type CommentState = (typeof commentStates)[number];

/** Each member has at most one of each on a comment. */
export const reactions = ['agree', 'thanks', 'insightful'] as const;
export type Reaction = (typeof reactions)[number];

export const reportReasons = ['spam', 'offensive', 'private-data', 'misleading', 'other'] as const;
export type ReportReason = (typeof reportReasons)[number];

export const commentOrders = ['newest', 'oldest'] as const;
export type CommentOrder = (typeof commentOrders)[number];

/** What the team does about a comment. `dismiss` closes its reports and changes nothing. */
export const moderations = ['hide', 'restore', 'remove', 'dismiss'] as const;
export type Moderation = (typeof moderations)[number];

/** What comments are written under, by its id. */
export interface CommentSubject {
  kind: CommentSubjectKind;
  id: string;
}

/** Where a text names a member, with the sign `@`. Positions and lengths are code points. */
export interface Mention {
  start: number;
  length: number;
  /** Null, as the name: the account was deleted. */
  userId: string | null;
  name: string | null;
}

/** A comment as one reader gets it. */
export interface ListedComment extends CommentRow {
  /** Null: there is none, or not for this reader. */
  text: string | null;
  reason: string | null;
  /** The first replies, oldest first; none of a reply. */
  replies: ListedComment[];
  hasMoreReplies: boolean;
}

/** A comment with what every reader may know about it, and what its author and the team may know in addition. */
export interface CommentRow {
  id: string;
  parentId: string | null;
  subject: CommentSubject;
  /** Null: the account was deleted. */
  authorId: string | null;
  authorName: string | null;
  isTeam: boolean;
  text: string | null;
  /** In order, without overlap. Stored texts hold the names of their time, answers the present ones. */
  mentions: Mention[];
  state: CommentState;
  reason: string | null;
  createdAt: Date;
  editedAt: Date | null;
  counts: Readonly<Record<Reaction, number>>;
  /** Of the reader. */
  mine: Reaction[];
  isReported: boolean;
}

/** What a member has agreed to and may do in comments. */
export interface CommunityProfile {
  displayName: string | null;
  nameChangedAt: Date | null;
  guidelinesVersion: number | null;
  mutedUntil: Date | null;
  mutedReason: string | null;
  bannedAt: Date | null;
  bannedReason: string | null;
}
