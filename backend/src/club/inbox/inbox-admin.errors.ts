import { DomainError } from '../../platform/domain/index.js';

/** The assignment has changed since the caller read it. `fullName`: the person the item is assigned to now; null: it is unassigned. */
export class AssignedMeanwhile extends DomainError {
  constructor(fullName: string | null) {
    super(
      'conflict',
      'inbox.assigned-meanwhile',
      fullName === null ? 'This item is no longer assigned. Look at it again' : `This item is now assigned to ${fullName}`,
    );
  }
}
