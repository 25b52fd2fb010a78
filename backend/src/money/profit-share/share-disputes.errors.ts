import { DomainError } from '../../platform/domain/index.js';

/** The line was disputed before (409). */
export class LineDisputed extends DomainError {
  constructor() {
    super('conflict', 'club-share.line-disputed', 'You have already disputed this line');
  }
}

/** The dispute was decided or withdrawn (409). */
export class DisputeClosed extends DomainError {
  constructor() {
    super('conflict', 'club-share.dispute-closed', 'This dispute is no longer open');
  }
}

/** The figures of the member have not been computed yet (409). */
export class ShareNotComputed extends DomainError {
  constructor() {
    super('conflict', 'club-share.not-computed', 'Your share is being calculated. Please try again in a minute');
  }
}
