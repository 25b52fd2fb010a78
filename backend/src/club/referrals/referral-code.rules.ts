import { randomBytes } from 'node:crypto';

/** 72 random bits: public, because invitation links contain it, but neither guessable nor enumerable (security T7). */
const CODE_BYTES = 9;
const pattern = /^[A-Za-z0-9_-]{12}$/;

/** Generates a code: 12 characters of base64url. */
export function newReferralCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

/** Returns whether `value` has the format of a code, with or without an owner. */
export function isReferralCode(value: string): boolean {
  return pattern.test(value);
}
