import { DomainError } from '../../../platform/domain/index.js';
import type { ErrorWithExtra } from '../../../platform/http/error-extra.types.js';
import type { FactorKind } from './factor.reader.js';

/** The password is correct, but the code is missing or wrong. No session was opened. */
export class CodeRequired extends DomainError implements ErrorWithExtra {
  readonly extra: Record<string, unknown>;

  constructor(mfa: readonly FactorKind[], given: boolean) {
    super(
      'unauthenticated',
      given ? 'mfa.wrong-code' : 'mfa.code-required',
      given ? 'This code is wrong or was already used' : 'Enter your code',
    );
    this.extra = { otpRequired: true, mfa };
  }
}

/** A step-up failed. `mfa`: the accepted factors; empty if the password is required. */
export class NotConfirmed extends DomainError implements ErrorWithExtra {
  readonly extra: Record<string, unknown>;

  constructor(mfa: readonly FactorKind[], sentence: string) {
    super('unauthenticated', 'mfa.not-confirmed', sentence);
    this.extra = { stepUp: true, mfa };
  }
}

/** The same answer for every reason to reject a passkey's signature. */
export class PasskeyRefused extends DomainError {
  /** `code` is for the audit log. */
  constructor(code: 'mfa.passkey-refused' | 'mfa.passkey-counter' = 'mfa.passkey-refused') {
    super('unauthenticated', code, 'This passkey was not accepted. Please try again');
  }
}

/** Thrown during setup: the session is valid, the passkey is not. */
export class PasskeyUnusable extends DomainError {
  constructor() {
    super('invalid', 'mfa.passkey-unusable', 'This passkey cannot be used here. Please try again, or use another device', [
      { field: 'response', message: 'This passkey cannot be used here. Please try again, or use another device' },
    ]);
  }
}

export class PasskeyKnown extends DomainError {
  constructor() {
    super('conflict', 'mfa.passkey-known', 'This passkey is already in use');
  }
}

export class TooManyPasskeys extends DomainError {
  constructor(max: number) {
    super('conflict', 'mfa.too-many-passkeys', `You can have up to ${max} passkeys. Remove one first`);
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
      elsewhere
        ? `Passkeys do not work at this address. Open ${elsewhere} instead`
        : 'Passkeys do not work at this address. Use an authenticator app instead',
    );
  }
}

/** No app is pending: its setup was not started or has expired. */
export class NothingToConfirm extends DomainError {
  constructor() {
    super('conflict', 'mfa.nothing-to-confirm', 'This secret has expired. Please start again');
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

/** A concurrent request of the same user changed the factors. */
export class FactorsChanged extends DomainError {
  constructor() {
    super('conflict', 'mfa.changed-meanwhile', 'Your second factors changed in the meantime. Please try again');
  }
}
