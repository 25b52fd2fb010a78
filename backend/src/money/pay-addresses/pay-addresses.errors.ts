import { DomainError } from '../../platform/domain/index.js';

/** The change has taken effect, or was withdrawn (409). */
export class NotOpen extends DomainError {
  constructor() {
    super('conflict', 'pay-address.not-open', 'This change no longer waits for anybody');
  }
}

/** Two different people approve (409). */
export class AlreadyApproved extends DomainError {
  constructor() {
    super('conflict', 'pay-address.already-approved', 'You have approved this change. It also needs the approval of another person');
  }
}
