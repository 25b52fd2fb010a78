import type { ReviewStatus } from '../../platform/domain/index.js';

/** The state of a submission, as reviewers see it. */
export interface Decision {
  status: ReviewStatus;
  /** Shown to the member. */
  reason: string | null;
  /** A code of the list of reasons; null: another reason, or decided before the list existed. */
  reasonCode: string | null;
  isFinal: boolean;
  /** When a final rejection was reopened. */
  reopenedAt: Date | null;
  decidedAt: Date | null;
  decidedBy: { userId: string; fullName: string } | null;
  /** The member is in the rejected list. */
  memberRejected: boolean;
  /** The member's erasure request is open. */
  memberRestricted: boolean;
}
