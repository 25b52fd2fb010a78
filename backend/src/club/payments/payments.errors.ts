import { DomainError } from '../../platform/domain/index.js';

/** One transfer pays once. A 409 that names the field. */
export class TransactionUsed extends DomainError {
  constructor() {
    const message = 'This transaction id has been used for a payment already. Please check that it is the one of your own transfer';
    super('conflict', 'payment.txid-used', message, [{ field: 'txid', message }]);
  }
}
