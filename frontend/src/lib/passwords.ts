import { adminMinimumPasswordLength } from '../config/constants';
import { usePublicConfig } from './public-config';
import type { Role } from './wire/profile';

export const MISMATCH = 'password does not match';

/** A new password, typed twice. */
export interface PasswordPair {
  password: string;
  confirmation: string;
}

/** Shown as soon as something stands in the confirmation that is not the password. */
export function confirmationProblem({ password, confirmation }: PasswordPair): string | null {
  return confirmation !== '' && confirmation !== password ? MISMATCH : null;
}

/** A new password may be sent once it is there and typed twice alike. */
export const isPairReady = ({ password, confirmation }: PasswordPair): boolean => password !== '' && confirmation === password;

/** How long a new password has to be. Admins need a longer one than members. */
export function useMinimumPasswordLength(role: Role | null = null): number {
  const { minimumPasswordLength } = usePublicConfig();
  return role === 'admin' ? Math.max(minimumPasswordLength, adminMinimumPasswordLength) : minimumPasswordLength;
}

/** What helps with a new password: its length, and nothing about its signs and digits. */
export function passwordHelp(password: string, minimum: number): string {
  const missing = minimum - Array.from(password).length;
  if (password === '') return `At least ${minimum} characters. A few unrelated words do well.`;
  return missing > 0 ? `At least ${minimum} characters: ${missing} more to go.` : 'Long enough. Use it nowhere else.';
}

/** True, or the sentence to show. Letters that take two code units count once. */
export const lengthProblem = (password: string, minimum: number): true | string =>
  password === '' || Array.from(password).length >= minimum || `Use a password of at least ${minimum} characters`;
