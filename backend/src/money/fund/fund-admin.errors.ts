import { DomainError } from '../../platform/domain/index.js';

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

/** What would be invoiced is no longer what the admin saw (409). */
export class DryRunChanged extends DomainError {
  constructor() {
    super('conflict', 'fund.dry-run-changed', 'The invoices have changed since you looked at them. Look at the new dry run first');
  }
}

/** Invoices of an earlier order are still being issued (409). */
export class IssuingRuns extends DomainError {
  constructor() {
    super('conflict', 'fund.issuing-runs', 'Invoices are being issued at the moment. Wait until that is done');
  }
}
