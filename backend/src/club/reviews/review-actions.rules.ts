import { canMove, type ReviewStatus } from '../../platform/domain/index.js';
import { MemberInRejectedList } from './reviews.errors.js';

/** What an admin may do with a submission now; the names of its actions. */
export type ReviewAction = 'approve' | 'reject' | 'allow-retry';

export interface Reviewable {
  status: ReviewStatus;
  /** Rejected for good, and nobody has allowed another try since. */
  isClosed: boolean;
  /** The member stands in the rejected list. */
  memberRejected: boolean;
}

/** `mayNot`: why nothing can be decided although something waits; else null. */
export function allowedActionsFor({ status, isClosed, memberRejected }: Reviewable): { may: ReviewAction[]; mayNot: string | null } {
  const open: ReviewAction[] = [
    ...(['approve', 'reject'] as const).filter((move) => canMove(status, move)),
    ...(isClosed ? (['allow-retry'] as const) : []),
  ];
  if (open.length === 0 || !memberRejected) return { may: open, mayNot: null };
  return { may: [], mayNot: new MemberInRejectedList().message };
}
