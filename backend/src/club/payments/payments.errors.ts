import { DomainError } from '../../platform/domain/index.js';

/** The transfer was used for another payment (409, names the field). */
export class TransactionUsed extends DomainError {
  constructor() {
    const message = 'This transaction id has been used for a payment already. Please check that it is the one of your own transfer';
    super('conflict', 'payment.txid-used', message, [{ field: 'txid', message }]);
  }
}
