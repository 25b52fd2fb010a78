import { DomainError } from '../../platform/domain/index.js';

/** A paid or void invoice is not voided (409). */
export class InvoiceNotOpen extends DomainError {
  constructor() {
    super('conflict', 'invoice.not-open', 'Only an open invoice can be voided');
  }
}

/** Fees of the fund and the club's share add up over all invoices: the next one corrects an earlier one (409). */
export class FeeInvoiceFixed extends DomainError {
  constructor() {
    super(
      'conflict',
      'invoice.fee-fixed',
      'An invoice of fund fees or of the club’s share is not voided. If it turns out to be wrong, the next invoice corrects it',
    );
  }
}
