import { MINIMUM_AGE } from '../../config/constants';
import { t } from '../../lib/i18n/texts';
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

/** The fields in the order of the form. */
export const fieldNames = [
  'membership',
  'surname',
  'firstName',
  'dateOfBirth',
  'country',
  'email',
  'phoneNumber',
  'password',
  'confirmation',
  'referralCode',
  'agreed',
] as const satisfies readonly (keyof Registration)[];

/** The label of a field. */
export const fieldLabel = (name: (typeof fieldNames)[number]): string => t(`auth.register.field.${name}`);

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
export function dateProblem(dateOfBirth: string, now: Date): string | null {
  const age = ageOn(dateOfBirth, now);
  if (age === null || age >= MINIMUM_AGE) return null;
  return age < 0 ? t('auth.register.futureDate') : t('auth.register.tooYoung', { age });
}

/** What keeps the form from being sent, by its labels; the referral code never does. */
export function missingParts(values: Registration, now: Date): string[] {
  const isThere = {
    membership: values.membership !== '',
    surname: values.surname.trim() !== '',
    firstName: values.firstName.trim() !== '',
    dateOfBirth: (ageOn(values.dateOfBirth, now) ?? 0) >= MINIMUM_AGE,
    country: values.country !== '',
    email: values.email.trim() !== '',
    phoneNumber: values.phoneNumber.trim() !== '',
    password: values.password !== '',
    confirmation: values.confirmation !== '' && values.confirmation === values.password,
    agreed: values.agreed,
  } satisfies Partial<Record<keyof Registration, boolean>>;
  return (Object.keys(isThere) as (keyof typeof isThere)[]).filter((name) => !isThere[name]).map((name) => fieldLabel(name));
}

/** Sign-up is enabled only when everything but the referral code is set, the passwords match and the age is allowed. */
export const canSignUp = (values: Registration, now: Date): boolean => missingParts(values, now).length === 0;

/** The filled form as a registration. Only called for a form that may be sent. */
export function toSignUp({ membership, ...values }: Registration): SignUp {
  if (membership === '') throw new Error('A registration without a membership can not be sent.');
  return { ...values, membership };
}
