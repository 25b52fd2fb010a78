import { DomainError } from '../../platform/domain/index.js';

/** A backup that cannot be made here, or that must not be restored here. */
export class BackupRefused extends DomainError {
  constructor(message: string) {
    super('unprocessable', 'backup.refused', message);
  }
}
