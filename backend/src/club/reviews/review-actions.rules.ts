import { canMove, type ReviewStatus } from '../../platform/domain/index.js';
import { CaseClaimed, MemberInRejectedList } from './reviews.errors.js';

/** Actions of an admin on a submission. */
export type ReviewAction = 'approve' | 'reject' | 'allow-retry';

export interface Reviewable {
  status: ReviewStatus;
  /** Finally rejected and not reopened since. */
  isClosed: boolean;
  /** The member is in the rejected list. */
  memberRejected: boolean;
  /** The name of another reviewer who holds the case. */
  claimedBy: string | null;
}

/** Returns the allowed actions. `mayNot`: why a pending submission cannot be decided; otherwise null. */
export function allowedActionsFor(review: Reviewable): { may: ReviewAction[]; mayNot: string | null } {
  const { status, isClosed, memberRejected, claimedBy } = review;
  const open: ReviewAction[] = [
    ...(['approve', 'reject'] as const).filter((move) => canMove(status, move)),
    ...(isClosed ? (['allow-retry'] as const) : []),
  ];
  if (open.length > 0 && memberRejected) return { may: [], mayNot: new MemberInRejectedList().message };
  if (open.includes('approve') && claimedBy !== null) return { may: [], mayNot: new CaseClaimed(claimedBy).message };
  return { may: open, mayNot: null };
}
