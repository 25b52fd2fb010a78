import type { CommentPageWire, CommentWire, CommunityProfileWire } from '../../../platform/wire/index.js';
import { editableUntil, isMuted, nameChangeableAt, writeBlock } from '../comment.rules.js';
import type { CommunityProfile, ListedComment } from '../comment.types.js';
import { GUIDELINES_VERSION } from '../community.settings.js';

/** `readerId`: whether a comment is the reader's own is all that an answer says about the accounts of its authors. */
export function presentComment(comment: ListedComment, readerId: string): CommentWire {
  const { id, parentId, authorName, isTeam, text, mentions, state, reason, createdAt, editedAt, counts, mine, isReported, replies } =
    comment;
  const isOwn = comment.authorId === readerId;
  return {
    id,
    parentId,
    author: { name: authorName, isTeam, isOwn },
    text,
    mentions: mentions.map(({ start, length, userId, name }) => ({ start, length, name, isYou: userId === readerId })),
    state,
    reason,
    createdAt: createdAt.toISOString(),
    editedAt: editedAt?.toISOString() ?? null,
    editableUntil: isOwn && state === 'visible' ? editableUntil(comment).toISOString() : null,
    counts: { ...counts },
    mine,
    isReported,
    replies: replies.map((reply) => presentComment(reply, readerId)),
    moreReplies: comment.hasMoreReplies ? replies.at(-1)!.id : null,
  };
}

export const presentPage = ({ comments, hasMore }: { comments: ListedComment[]; hasMore: boolean }, readerId: string): CommentPageWire => ({
  comments: comments.map((comment) => presentComment(comment, readerId)),
  next: hasMore ? comments.at(-1)!.id : null,
});

export function presentCommunity(profile: CommunityProfile | null, now: Date): CommunityProfileWire {
  const mutedUntil = profile && isMuted(profile, now) ? profile.mutedUntil!.toISOString() : null;
  return {
    displayName: profile?.displayName ?? null,
    nameChangeableAt: profile?.nameChangedAt ? nameChangeableAt(profile.nameChangedAt).toISOString() : null,
    guidelinesVersion: GUIDELINES_VERSION,
    agreedVersion: profile?.guidelinesVersion ?? null,
    mutedUntil,
    reason: profile?.bannedReason ?? (mutedUntil === null ? null : (profile?.mutedReason ?? null)),
    block: writeBlock(profile, now),
  };
}
