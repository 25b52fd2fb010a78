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

/** The case is decided, and the decision can still be undone (409). */
export class DecisionScheduled extends DomainError {
  constructor(reviewer: string) {
    super('conflict', 'review.scheduled', `${reviewer} has just decided this case`);
  }
}

/** As DecisionScheduled, for the member (409). */
export class DecisionUnderWay extends DomainError {
  constructor(subject: string) {
    super('conflict', 'review.under-way', `Your ${subject} is being decided right now. Please try again in ten seconds`);
  }
}

/** The admin has no decision about this case that can be undone (409). */
export class NothingToUndo extends DomainError {
  constructor() {
    super('conflict', 'review.nothing-to-undo', 'There is no decision of yours that can still be undone');
  }
}

/** Of two reviewers this one has approved already (409). */
export class AnotherReviewerNeeded extends DomainError {
  constructor() {
    super('conflict', 'review.another-reviewer', 'You have approved this case. Another reviewer has to confirm it');
  }
}

/** The member has a final rejection (409). */
export class SubmissionClosed extends DomainError {
  constructor(subject: string) {
    super(
      'conflict',
      'review.closed',
      `The decision about your ${subject} is final, and you cannot submit it again. Contact us if you think it is wrong`,
    );
  }
}

/** Only a final rejection can be reopened, and only once (409). */
export class NothingToReopen extends DomainError {
  constructor(subject: string) {
    super('conflict', 'review.not-final', `This ${subject} was not rejected for good, or another try has been allowed already`);
  }
}

/** The console approves only what its reviewer has opened (409). */
export class DocumentsNotOpened extends DomainError {
  constructor() {
    super('conflict', 'review.documents-not-opened', 'Open both documents before you approve');
  }
}

/** The member has been asked for a document already (409). */
export class DocumentAskedAlready extends DomainError {
  constructor() {
    super('conflict', 'review.asked-already', 'The member has been asked for a document already, and has not sent it yet');
  }
}
