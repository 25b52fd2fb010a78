import { DomainError } from '../../platform/domain/index.js';

/** There is no whole day in the running period yet (409). */
export class CycleJustBegan extends DomainError {
  constructor() {
    super('conflict', 'club-share.cycle-just-began', 'The running period has just begun. It can be closed tomorrow');
  }
}
