export type CommentSubjectWire = 'analysis' | 'signal';
export type CommentStateWire = 'visible' | 'hidden' | 'removed' | 'deleted';
export type ReactionWire = 'agree' | 'thanks' | 'insightful';
export type ReportReasonWire = 'spam' | 'offensive' | 'private-data' | 'misleading' | 'other';
export type ModerationWire = 'hide' | 'restore' | 'remove' | 'dismiss';

/** GET and PUT /me/community */
export interface CommunityProfileWire {
  /** Null: not chosen. */
  displayName: string | null;
  /** Null: not chosen. */
  nameChangeableAt: string | null;
  /** The version of the guidelines of now, and the one that the caller accepted. */
  guidelinesVersion: number;
  agreedVersion: number | null;
  mutedUntil: string | null;
  /** Why the caller is muted or banned. */
  reason: string | null;
  /** Why the caller cannot write now; null: they can. */
  block: 'no-name' | 'muted' | 'banned' | null;
}

/** `start` and `length` count the code points of the text; the first is the sign `@`. */
export interface CommentMentionWire {
  start: number;
  length: number;
  /** Null: the account was deleted. */
  name: string | null;
  isYou: boolean;
}

/** A comment or a reply. It names its author by the display name alone. */
export interface CommentWire {
  id: string;
  parentId: string | null;
  /** `name` null: the account was deleted, or the comment is not visible. */
  author: { name: string | null; isTeam: boolean; isOwn: boolean };
  /** Plain text; null unless it is visible, or the reader's own and hidden. */
  text: string | null;
  /** Where the text names members, in order. */
  mentions: CommentMentionWire[];
  state: CommentStateWire;
  /** Of the reader's own comment: why the team hid or removed it. */
  reason: string | null;
  createdAt: string;
  editedAt: string | null;
  /** Of the reader's own comment. */
  editableUntil: string | null;
  counts: Record<ReactionWire, number>;
  /** The reader's reactions. */
  mine: ReactionWire[];
  /** By the reader. */
  isReported: boolean;
  /** The first replies, oldest first. */
  replies: CommentWire[];
  /** `after` of GET /me/comments/{id}/replies; null: there are no more. */
  moreReplies: string | null;
}

/** GET /me/comments?on=&subject=&order=&after=&limit=, GET /me/comments/{id}/replies?after=&limit= */
export interface CommentPageWire {
  comments: CommentWire[];
  /** For `after`; null: there are no more. */
  next: string | null;
}

/**
 * `comments` of the console, newest first. `filter.state`, `filter.reports`: `open`, `filter.q`. POST /admin/comments/{id}/hide, restore,
 * remove, dismiss, ban, readmit {reason} and mute {reason, days}.
 */
export interface ModeratedCommentWire {
  id: string;
  isReply: boolean;
  /** Null: deleted or removed. */
  text: string | null;
  state: CommentStateWire;
  /** Why the team hid or removed it. */
  reason: string | null;
  createdAt: string;
  editedAt: string | null;
  /** Null: the account was deleted. */
  author: {
    userId: string;
    displayName: string | null;
    isTeam: boolean;
    mutedUntil: string | null;
    mutedReason: string | null;
    bannedAt: string | null;
    bannedReason: string | null;
  } | null;
  on: CommentSubjectWire;
  /** The slug of an analysis, the id of a signal. */
  subject: string;
  /** The title of an analysis, the pair of a signal. */
  subjectTitle: string | null;
  /** Of the oldest open report. */
  reportedAt: string | null;
  openReports: number;
  may: ModerationWire[];
}

export interface CommentReportWire {
  id: string;
  reason: ReportReasonWire;
  details: string | null;
  /** The display name of who reported it; null: they have none. */
  by: string | null;
  createdAt: string;
  /** Null: open. */
  resolvedAt: string | null;
}

/** GET /admin/comments/{id} */
export interface CommentCaseWire extends ModeratedCommentWire {
  /** Newest first, at most 100. */
  reports: CommentReportWire[];
}
