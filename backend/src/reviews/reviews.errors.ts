import { DomainError } from '../common/domain/index.js';

/** Members in the rejected list wait for nothing; a restored one goes on where they stood. */
export class MemberInRejectedList extends DomainError {
  constructor() {
    super('conflict', 'review.member-rejected', 'This member stands in the rejected list. Restore the member first');
  }
}
