import { DomainError } from '../../platform/domain/index.js';

/** Somebody else assigned the item since the caller read it. `fullName`: who has it now; null: nobody. */
export class AssignedMeanwhile extends DomainError {
  constructor(fullName: string | null) {
    super(
      'conflict',
      'inbox.assigned-meanwhile',
      fullName === null ? 'This item is no longer assigned. Look at it again' : `This item is now assigned to ${fullName}`,
    );
  }
}
