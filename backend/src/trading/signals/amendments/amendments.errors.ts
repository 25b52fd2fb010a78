import { DomainError } from '../../../platform/domain/index.js';

/** The signal's state does not allow the amendment: a 409. */
export class AmendmentRefused extends DomainError {
  constructor(message: string) {
    super('conflict', 'signal.cannot-amend', message);
  }
}

/** The venue did not return the price at which to close: a 503. */
export class MarketOutOfReach extends DomainError {
  constructor() {
    super(
      'unavailable',
      'signal.no-quote',
      'The exchange does not tell its prices at the moment, so the signal stays open. Please try again',
    );
  }
}
