import { DomainError } from '../../platform/domain/index.js';

/** Another account uses the address. Shown only to users who have confirmed that they read its mail. */
export class EmailTaken extends DomainError {
  constructor() {
    super('conflict', 'user.email-taken', 'This email address now belongs to another account. Nothing was changed');
  }
}
