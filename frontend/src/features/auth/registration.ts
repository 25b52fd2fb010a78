import { MINIMUM_AGE } from '../../config/constants';
import type { SignUp } from '../../lib/wire/sign-up';

/** The registration form and its rules (specification, section 5). The server holds the same ones. */
export interface Registration extends Omit<SignUp, 'membership'> {
  membership: SignUp['membership'] | '';
  confirmation: string;
  agreed: boolean;
}

export const emptyRegistration: Registration = {
  surname: '',
  firstName: '',
  email: '',
  phoneNumber: '',
  country: '',
  dateOfBirth: '',
  membership: '',
  password: '',
  confirmation: '',
  referralCode: '',
  agreed: false,
};

/** Completed years on the UTC day of `now`; null for what is no full date yet. */
export function ageOn(dateOfBirth: string, now: Date): number | null {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(dateOfBirth) ?? [];
  const [y, m, d] = [year, month, day].map((part) => Number.parseInt(part, 10));
  // A year still being typed reads 0002 or 0020.
  if (y === undefined || m === undefined || d === undefined || Number.isNaN(y) || y < 1900) return null;
  const hadBirthday = now.getUTCMonth() + 1 > m || (now.getUTCMonth() + 1 === m && now.getUTCDate() >= d);
  return now.getUTCFullYear() - y - (hadBirthday ? 0 : 1);
}

/** Why a date of birth is not accepted, in the specification's words; null while there is nothing to say. */
export function ageProblem(dateOfBirth: string, now: Date): string | null {
  const age = ageOn(dateOfBirth, now);
  return age !== null && age < MINIMUM_AGE ? `Your age (${age}) is not allowed to register with us.` : null;
}

/** Sign-up is enabled only when everything but the referral code is set, the passwords match and the age is allowed. */
export function canSignUp(values: Registration, now: Date): boolean {
  const { surname, firstName, email, phoneNumber, country, membership, password, confirmation, dateOfBirth, agreed } = values;
  const age = ageOn(dateOfBirth, now);
  const isFilled = [surname, firstName, email, phoneNumber, country, membership].every((value) => value.trim() !== '');
  return isFilled && password !== '' && confirmation === password && age !== null && age >= MINIMUM_AGE && agreed;
}

/** The filled form as a registration. Only called for a form that may be sent. */
export function toSignUp({ membership, ...values }: Registration): SignUp {
  if (membership === '') throw new Error('A registration without a membership can not be sent.');
  return { ...values, membership };
}
