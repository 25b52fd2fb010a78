import { DomainError } from '../../../platform/domain/index.js';

/** The signal is in a state from which it cannot be amended so: a 409. */
export class AmendmentRefused extends DomainError {
  constructor(message: string) {
    super('conflict', 'signal.cannot-amend', message);
  }
}

/** What the way out is worth is asked of the market, and the market does not answer: a 503. */
export class MarketOutOfReach extends DomainError {
  constructor() {
    super(
      'unavailable',
      'signal.no-quote',
      'The exchange does not tell its prices at the moment, so the signal stays open. Please try again',
    );
  }
}
