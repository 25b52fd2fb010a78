import { canMove, type ReviewStatus } from '../../platform/domain/index.js';
import { MemberInRejectedList } from './reviews.errors.js';

/** Actions of an admin on a submission. */
export type ReviewAction = 'approve' | 'reject' | 'allow-retry';

export interface Reviewable {
  status: ReviewStatus;
  /** Finally rejected and not reopened since. */
  isClosed: boolean;
  /** The member is in the rejected list. */
  memberRejected: boolean;
}

/** Returns the allowed actions. `mayNot`: why a pending submission cannot be decided; otherwise null. */
export function allowedActionsFor({ status, isClosed, memberRejected }: Reviewable): { may: ReviewAction[]; mayNot: string | null } {
  const open: ReviewAction[] = [
    ...(['approve', 'reject'] as const).filter((move) => canMove(status, move)),
    ...(isClosed ? (['allow-retry'] as const) : []),
  ];
  if (open.length === 0 || !memberRejected) return { may: open, mayNot: null };
  return { may: [], mayNot: new MemberInRejectedList().message };
}
