import { DomainError } from '../../../platform/domain/index.js';

/** Somebody has decided about the delivery already (409). */
export class AlreadyDecided extends DomainError {
  constructor() {
    super('conflict', 'delivery.already-decided', 'Another admin has already decided this delivery');
  }
}

/** The delivery has another outcome, or is on its way (409). */
export class NothingToDecide extends DomainError {
  constructor() {
    super('conflict', 'delivery.nothing-to-decide', 'There is nothing to decide about this message');
  }
}
