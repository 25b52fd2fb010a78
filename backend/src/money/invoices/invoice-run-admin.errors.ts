import { DomainError } from '../../platform/domain/index.js';

/** What would be invoiced is no longer what the admin saw (409). */
export class DryRunChanged extends DomainError {
  constructor() {
    super('conflict', 'invoice.dry-run-changed', 'The invoices have changed since you looked at them. Look at the new dry run first');
  }
}

/** Invoices of an earlier order are still being issued (409). */
export class IssuingRuns extends DomainError {
  constructor() {
    super('conflict', 'invoice.issuing-runs', 'Invoices are being issued at the moment. Wait until that is done');
  }
}
