import { DomainError } from '../../platform/domain/index.js';

/** Another account uses the address. Shown only to users who have confirmed that they read its mail. */
export class EmailTaken extends DomainError {
  constructor() {
    super('conflict', 'user.email-taken', 'This e-mail address belongs to another account by now. Nothing was changed');
  }
}
