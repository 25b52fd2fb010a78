import { randomBytes } from 'node:crypto';

/** 72 random bits: public by design (it stands in the invitation link), yet not to be guessed or counted through (security T7). */
const CODE_BYTES = 9;
const pattern = /^[A-Za-z0-9_-]{12}$/;

/** A fresh code: 12 characters of base64url. */
export function newReferralCode(): string {
  return randomBytes(CODE_BYTES).toString('base64url');
}

/** Whether `value` has the form of a code; says nothing about an owner. */
export function isReferralCode(value: string): boolean {
  return pattern.test(value);
}
