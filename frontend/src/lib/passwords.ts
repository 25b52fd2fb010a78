import { adminMinimumPasswordLength } from '../config/constants';
import { t } from './i18n/texts';
import { usePublicConfig } from './public-config';
import type { Role } from './wire/profile';

/** A new password, typed twice. */
export interface PasswordPair {
  password: string;
  confirmation: string;
}

/** Shown as soon as something stands in the confirmation that is not the password. */
export function confirmationProblem({ password, confirmation }: PasswordPair): string | null {
  return confirmation !== '' && confirmation !== password ? t('auth.password.mismatch') : null;
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
  if (password === '') return t('auth.password.help', { minimum });
  return missing > 0 ? t('auth.password.missing', { minimum, missing }) : t('auth.password.enough');
}

/** True, or the sentence to show. Letters that take two code units count once. */
export const lengthProblem = (password: string, minimum: number): true | string =>
  password === '' || Array.from(password).length >= minimum || t('auth.password.tooShort', { minimum });
