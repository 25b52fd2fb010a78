import { DomainError } from '../../platform/domain/index.js';

/** A paid or void invoice is not voided (409). */
export class InvoiceNotOpen extends DomainError {
  constructor() {
    super('conflict', 'invoice.not-open', 'Only an open invoice can be voided');
  }
}
