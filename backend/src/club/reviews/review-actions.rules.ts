import { canMove, type ReviewStatus } from '../../platform/domain/index.js';
import { AnotherReviewerNeeded, CaseClaimed, DecisionScheduled, MemberInRejectedList } from './reviews.errors.js';

/** Actions of an admin on a submission. */
export type ReviewAction = 'approve' | 'reject' | 'ask' | 'allow-retry' | 'undo';

export interface Reviewable {
  status: ReviewStatus;
  /** Finally rejected and not reopened since. */
  isClosed: boolean;
  /** The member is in the rejected list. */
  memberRejected: boolean;
  /** The name of another reviewer who holds the case. */
  claimedBy: string | null;
  /** Who has made a decision that can still be undone, and whether it is this admin. */
  scheduled: { fullName: string; self: boolean } | null;
  /** This admin was the first of two to approve. */
  hasApproved: boolean;
  /** The member can be asked for a document again, and has not been yet. */
  mayAsk: boolean;
}

const nothing = ({ message }: Error) => ({ may: [], mayNot: message });

/** Returns the allowed actions. `mayNot`: why a pending submission cannot be decided, or not approved; otherwise null. */
export function allowedActionsFor(review: Reviewable): { may: ReviewAction[]; mayNot: string | null } {
  const { status, isClosed, memberRejected, claimedBy, scheduled, hasApproved, mayAsk } = review;
  if (scheduled) return scheduled.self ? { may: ['undo'], mayNot: null } : nothing(new DecisionScheduled(scheduled.fullName));
  const open: ReviewAction[] = [
    ...(['approve', 'reject'] as const).filter((move) => canMove(status, move)),
    ...(mayAsk && canMove(status, 'reject') ? (['ask'] as const) : []),
    ...(isClosed ? (['allow-retry'] as const) : []),
  ];
  if (open.length > 0 && memberRejected) return nothing(new MemberInRejectedList());
  if (open.includes('approve') && claimedBy !== null) return nothing(new CaseClaimed(claimedBy));
  if (open.includes('approve') && hasApproved)
    return { may: open.filter((action) => action !== 'approve'), mayNot: new AnotherReviewerNeeded().message };
  return { may: open, mayNot: null };
}
