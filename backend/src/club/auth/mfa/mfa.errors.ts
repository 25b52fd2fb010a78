import { DomainError } from '../../../platform/domain/index.js';
import type { ErrorWithExtra } from '../../../platform/http/error-extra.types.js';
import type { FactorKind } from './factor.reader.js';

/** The password was right, and a code is asked for: none came, or a wrong one. No session is open. */
export class CodeRequired extends DomainError implements ErrorWithExtra {
  readonly extra: Record<string, unknown>;

  constructor(mfa: readonly FactorKind[], given: boolean) {
    super(
      'unauthenticated',
      given ? 'mfa.wrong-code' : 'mfa.code-required',
      given ? 'This code is not right, or was used before' : 'Enter your code',
    );
    this.extra = { otpRequired: true, mfa };
  }
}

/** An act was not confirmed. `mfa`: what the account takes; empty where it is the password. */
export class NotConfirmed extends DomainError implements ErrorWithExtra {
  readonly extra: Record<string, unknown>;

  constructor(mfa: readonly FactorKind[], sentence: string) {
    super('unauthenticated', 'mfa.not-confirmed', sentence);
    this.extra = { stepUp: true, mfa };
  }
}

/** One answer for every way in which a passkey's signature can be wrong, so that none tells which. */
export class PasskeyRefused extends DomainError {
  /** `code` is for the audit log. */
  constructor(code: 'mfa.passkey-refused' | 'mfa.passkey-counter' = 'mfa.passkey-refused') {
    super('unauthenticated', code, 'This passkey was not accepted. Please try again');
  }
}

/** While setting one up: the session is fine, the passkey is not. */
export class PasskeyUnusable extends DomainError {
  constructor() {
    super('invalid', 'mfa.passkey-unusable', 'This passkey cannot be used here. Please try again, or use another device', [
      { field: 'response', message: 'This passkey cannot be used here. Please try again, or use another device' },
    ]);
  }
}

export class PasskeyKnown extends DomainError {
  constructor() {
    super('conflict', 'mfa.passkey-known', 'This passkey is in use already');
  }
}

export class TooManyPasskeys extends DomainError {
  constructor(most: number) {
    super('conflict', 'mfa.too-many-passkeys', `You can have ${most} passkeys at most. Please remove one first`);
  }
}

export class NoPasskey extends DomainError {
  constructor() {
    super('conflict', 'mfa.no-passkey', 'You have no passkey');
  }
}

/** Browsers bind passkeys to a host name and refuse IP addresses. */
export class PasskeysNeedAName extends DomainError {
  constructor(elsewhere: string | null) {
    super(
      'conflict',
      'mfa.passkeys-need-a-name',
      `Passkeys do not work at this address. ${elsewhere ? `Open ${elsewhere} instead` : 'Use an authenticator app instead'}`,
    );
  }
}

/** Nothing waits for its first code: never begun, or begun too long ago. */
export class NothingToConfirm extends DomainError {
  constructor() {
    super('conflict', 'mfa.nothing-to-confirm', 'Please start again: this secret is not valid any more');
  }
}

export class NoSecondFactor extends DomainError {
  constructor() {
    super('conflict', 'mfa.none', 'Set up an authenticator app or a passkey first');
  }
}

export class LastFactor extends DomainError {
  constructor() {
    super('conflict', 'mfa.last-factor', 'An administrator needs a second factor. Add another one before you remove this one');
  }
}

/** Another request of the same person changed the factors while this one was under way. */
export class FactorsChanged extends DomainError {
  constructor() {
    super('conflict', 'mfa.changed-meanwhile', 'Your second factors changed meanwhile. Please try again');
  }
}
