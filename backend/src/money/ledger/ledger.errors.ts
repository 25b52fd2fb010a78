/** A transaction cannot be booked. A fault of the program: no input of a person leads to it. */
export class UnbalancedTransaction extends Error {
  constructor(problem: string) {
    super(`ledger: ${problem}`);
    this.name = 'UnbalancedTransaction';
  }
}

/** The idempotency key was used for another transaction. */
export class IdempotencyKeyReused extends Error {
  constructor(key: string) {
    super(`ledger: the key ${key} was used for another transaction`);
    this.name = 'IdempotencyKeyReused';
  }
}

/** The transaction does not exist, is itself a reversal, or was reversed under another key. */
export class CannotReverse extends Error {
  constructor(transactionId: string, problem: 'unknown' | 'is a reversal' | 'already reversed') {
    super(`ledger: transaction ${transactionId} cannot be reversed: ${problem}`);
    this.name = 'CannotReverse';
  }
}
