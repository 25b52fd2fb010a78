import { DomainError } from '../../platform/domain/index.js';

/** The line was disputed before (409). */
export class LineDisputed extends DomainError {
  constructor() {
    super('conflict', 'club-share.line-disputed', 'You have disputed this line already');
  }
}

/** The dispute was decided or withdrawn (409). */
export class DisputeClosed extends DomainError {
  constructor() {
    super('conflict', 'club-share.dispute-closed', 'This dispute is no longer open');
  }
}
