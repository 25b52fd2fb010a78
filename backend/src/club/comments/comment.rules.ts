import type { CommentRow, CommunityProfile } from './comment.types.js';
import { withPresentNames } from './mention.rules.js';
import { EDIT_MINUTES, GUIDELINES_VERSION, NAME_CHANGE_DAYS } from './community.settings.js';

const DAY_MS = 86_400_000;

/** Why a member cannot write now; null: they can. */
export type WriteBlock = 'no-name' | 'muted' | 'banned';

export function writeBlock(profile: CommunityProfile | null, now: Date): WriteBlock | null {
  if (profile?.displayName == null || profile.guidelinesVersion !== GUIDELINES_VERSION) return 'no-name';
  if (profile.bannedAt !== null) return 'banned';
  return isMuted(profile, now) ? 'muted' : null;
}

export const isMuted = ({ mutedUntil }: Pick<CommunityProfile, 'mutedUntil'>, now: Date): boolean =>
  mutedUntil !== null && mutedUntil > now;

/** From when the name can be changed. */
export const nameChangeableAt = (changedAt: Date): Date => new Date(changedAt.getTime() + NAME_CHANGE_DAYS * DAY_MS);

export const editableUntil = ({ createdAt }: Pick<CommentRow, 'createdAt'>): Date => new Date(createdAt.getTime() + EDIT_MINUTES * 60_000);

/**
 * Leaves what is not for this reader out: the text and the reason of a comment that the team hid, unless it is the reader's own. Names
 * that it mentions are the present ones.
 */
export function forReader<C extends CommentRow>(comment: C, readerId: string): C {
  const isOwn = comment.authorId === readerId;
  const isVisible = comment.state === 'visible';
  return {
    ...comment,
    authorName: isVisible || isOwn ? comment.authorName : null,
    isTeam: (isVisible || isOwn) && comment.isTeam,
    ...shownText(isVisible || isOwn ? comment.text : null, comment.mentions),
    reason: isOwn ? comment.reason : null,
  };
}

const shownText = (text: string | null, mentions: CommentRow['mentions']): Pick<CommentRow, 'text' | 'mentions'> =>
  text === null ? { text, mentions: [] } : withPresentNames(text, mentions);
