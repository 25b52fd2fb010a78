import type { FailureWire } from './envelope.types.js';

/** Second factors of an account, in the order in which they are offered. */
export type FactorKindWire = 'totp' | 'passkey' | 'recovery';

/** Extra fields of refused sign-ins and step-ups. */
export interface SecurityFailureWire extends FailureWire {
  /** 401 of POST /signinuser and of a refused step-up: the factors that the account accepts. */
  mfa?: FactorKindWire[];
  /** 403: the call requires POST /auth/step-up first, and is then repeated. */
  stepUp?: boolean;
  /** 403 of everything but the way to a second factor: this session has to set one up first. */
  enrolmentRequired?: boolean;
}

/** POST /signinuser and /auth/passkey/sign-in: beside `token`, where the session may only set up a second factor. */
export interface EnrolmentWire {
  enrolmentRequired?: boolean;
}

/** A WebAuthn request and the id to answer it under. `options`: WebAuthn's own JSON. */
export interface PasskeyChallengeWire<O = unknown> {
  challengeId: string;
  options: O;
}

export interface PasskeyWire {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

/** GET /auth/mfa */
export interface SecondFactorsWire {
  totp: boolean;
  passkeys: PasskeyWire[];
  recoveryCodesLeft: number;
  /** Whether this account may not go without one. */
  required: boolean;
}

/** POST /auth/mfa/totp: a secret that counts once its first code is confirmed. */
export interface NewTotpWire {
  /** base32 */
  secret: string;
  /** otpauth:// */
  uri: string;
}

/** Shown once. Null where the account has its codes already. */
export interface RecoveryCodesWire {
  recoveryCodes: string[] | null;
}

/** POST /auth/mfa/passkeys */
export interface NewPasskeyWire extends RecoveryCodesWire {
  passkey: PasskeyWire;
}

/** POST /auth/step-up and /auth/step-up/passkey */
export interface StepUpWire {
  confirmedUntil: string;
}

/** GET /auth/sessions: the data list. */
export interface OpenSessionWire {
  id: string;
  /** The session of this request. */
  current: boolean;
  /** The browser's own description of itself. */
  device: string | null;
  /** A network, never a full address. */
  place: string | null;
  createdAt: string;
  lastSeenAt: string;
  endsAt: string;
}
