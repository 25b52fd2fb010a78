import { DomainError, InvalidInput } from '../../platform/domain/index.js';
import { underAgeSentence } from '../users/index.js';

/** The same answer for an unknown email and a wrong password. */
export class WrongCredentials extends DomainError {
  constructor() {
    super('unauthenticated', 'auth.wrong-credentials', 'Wrong email or password');
  }
}

/** Thrown only after the correct password. */
export class EmailNotConfirmed extends DomainError {
  constructor() {
    super('forbidden', 'auth.email-not-confirmed', 'Please confirm your email address first. We sent you a link');
  }
}

export class AccountDeactivated extends DomainError {
  constructor() {
    super('forbidden', 'auth.account-deactivated', 'Your account is deactivated. Please contact us');
  }
}

export class AccountRejected extends DomainError {
  constructor() {
    super('forbidden', 'auth.account-rejected', 'Your account was closed. Please contact us');
  }
}

/** The link is wrong, expired, or for another purpose. */
export class LinkInvalid extends DomainError {
  constructor() {
    super('invalid', 'auth.link-invalid', 'This link is invalid or has expired');
  }
}

export class UnderAge extends InvalidInput {
  constructor(age: number) {
    super([{ field: 'dateOfBirth', message: underAgeSentence(age) }], 'auth.under-age');
  }
}

export class UnknownReferralCode extends InvalidInput {
  constructor() {
    super([{ field: 'referralCode', message: 'There is no such referral code' }], 'auth.unknown-referral-code');
  }
}
