import { DomainError } from '../../platform/domain/index.js';

/** Members in the rejected list wait for nothing; a restored one goes on where they stood. */
export class MemberInRejectedList extends DomainError {
  constructor() {
    super('conflict', 'review.member-rejected', 'This member stands in the rejected list. Restore the member first');
  }
}

/** The member was rejected for good. A 409. */
export class SubmissionClosed extends DomainError {
  constructor(subject: string) {
    super(
      'conflict',
      'review.closed',
      `The decision about your ${subject} is final: it cannot be submitted again. Write to us if you think that it is wrong`,
    );
  }
}

/** Another try can be allowed after a final rejection alone, and once. A 409. */
export class NothingToReopen extends DomainError {
  constructor(subject: string) {
    super('conflict', 'review.not-final', `This ${subject} was not rejected for good, or another try has been allowed already`);
  }
}
