import { DomainError } from '../../platform/domain/index.js';

/** The transfer was used for another payment (409, names the field). */
export class TransactionUsed extends DomainError {
  constructor() {
    const message = 'This transaction id was already used for a payment. Check that it belongs to your own transfer';
    super('conflict', 'payment.txid-used', message, [{ field: 'txid', message }]);
  }
}
