import { DomainError } from '../../platform/domain/index.js';

export { DryRunChanged, IssuingRuns } from '../invoices/index.js';

/** The mandate is not in the state that the act takes (409). */
export class MandateNotWaiting extends DomainError {
  constructor() {
    super('conflict', 'fund.not-waiting', 'This mandate no longer waits for a decision');
  }
}

/** The account's value is unknown or below the minimum of the terms (409). */
export class BelowMinimum extends DomainError {
  constructor(minimum: string, equity: string | null) {
    super(
      'conflict',
      'fund.below-minimum',
      equity === null
        ? 'The value of this account is not known yet. Countersign after its next complete reading'
        : `This account is worth $${equity}. The terms ask for $${minimum} at least`,
    );
  }
}
