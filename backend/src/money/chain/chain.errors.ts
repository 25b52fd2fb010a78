import { DomainError } from '../../platform/domain/index.js';

/** All amount tags of the shared address are reserved. */
export class NoFreeTag extends DomainError {
  constructor() {
    super('unavailable', 'chain.no-free-tag', 'Too many payments in USDT are open right now. Please try again later or pay in BTC');
  }
}
