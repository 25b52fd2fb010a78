import type { Membership } from './profile';
import type { SignUpWire } from './types';

/** A registration in the words used inside. */
export interface SignUp {
  surname: string;
  firstName: string;
  email: string;
  phoneNumber: string;
  country: string;
  /** YYYY-MM-DD */
  dateOfBirth: string;
  membership: Membership;
  password: string;
  /** Empty where nobody invited this person. */
  referralCode: string;
}

export function toSignUpWire({
  surname,
  firstName,
  email,
  phoneNumber,
  country,
  dateOfBirth,
  membership,
  password,
  referralCode,
}: SignUp): SignUpWire {
  return {
    surname: surname.trim(),
    otherName: firstName.trim(),
    email: email.trim(),
    phoneNumber,
    country,
    dob: dateOfBirth,
    membership,
    password,
    role: membership,
    ...(referralCode.trim() !== '' && { refferedBy: referralCode.trim() }),
  };
}

/** The API's names of the fields, beside ours. */
export const signUpFields = {
  surname: 'surname',
  otherName: 'firstName',
  email: 'email',
  phoneNumber: 'phoneNumber',
  country: 'country',
  dob: 'dateOfBirth',
  membership: 'membership',
  role: 'membership',
  password: 'password',
  refferedBy: 'referralCode',
} as const satisfies Record<string, keyof SignUp>;
