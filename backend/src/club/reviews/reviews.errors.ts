import { DomainError } from '../../platform/domain/index.js';

/** Submissions of members in the rejected list are not decided; after a restore they are pending again. */
export class MemberInRejectedList extends DomainError {
  constructor() {
    super('conflict', 'review.member-rejected', 'This member stands in the rejected list. Restore the member first');
  }
}

/** Another reviewer holds the case (409). It is decided by them, or after it was taken over. */
export class CaseClaimed extends DomainError {
  constructor(reviewer: string) {
    super('conflict', 'review.claimed', `${reviewer} is reviewing this case. Take it over first, or leave it to them`);
  }
}

/** The member has a final rejection (409). */
export class SubmissionClosed extends DomainError {
  constructor(subject: string) {
    super(
      'conflict',
      'review.closed',
      `The decision about your ${subject} is final: it cannot be submitted again. Write to us if you think that it is wrong`,
    );
  }
}

/** Only a final rejection can be reopened, and only once (409). */
export class NothingToReopen extends DomainError {
  constructor(subject: string) {
    super('conflict', 'review.not-final', `This ${subject} was not rejected for good, or another try has been allowed already`);
  }
}
