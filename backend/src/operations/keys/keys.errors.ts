import { DomainError } from '../../platform/domain/index.js';

/** The key ring cannot be changed so, or not yet. */
export class KeysRefused extends DomainError {
  constructor(message: string) {
    super('conflict', 'keys.refused', message);
  }
}
