import { DomainError } from './domain.errors.js';

/** KYC and payments share these states; `null` is "never submitted" (contract section 3). */
export type ReviewStatus = 'pending' | 'approved' | 'rejected';
export type ReviewMove = 'submit' | 'approve' | 'reject';

const table: Record<ReviewMove, { from: readonly (ReviewStatus | null)[]; to: ReviewStatus }> = {
  submit: { from: [null, 'rejected'], to: 'pending' },
  approve: { from: ['pending'], to: 'approved' },
  reject: { from: ['pending'], to: 'rejected' },
};

/** The transition is not allowed from the present state: a 409. */
export class ReviewMoveRefused extends DomainError {
  constructor(subject: string, status: ReviewStatus | null, move: ReviewMove) {
    super('conflict', `${subject}.cannot-${move}`, refusal(subject, status, move));
  }
}

function refusal(subject: string, status: ReviewStatus | null, move: ReviewMove): string {
  if (move === 'submit')
    return status === 'approved' ? `Your ${subject} is already approved` : `Your ${subject} is already waiting for review`;
  return `This ${subject} is not waiting for a decision`;
}

export function canMove(status: ReviewStatus | null, move: ReviewMove): boolean {
  return table[move].from.includes(status);
}

/** Returns the status after `move`. Throws ReviewMoveRefused. `subject` names the thing in the message: 'KYC', 'payment'. */
export function next(subject: string, status: ReviewStatus | null, move: ReviewMove): ReviewStatus {
  if (!canMove(status, move)) throw new ReviewMoveRefused(subject, status, move);
  return table[move].to;
}
