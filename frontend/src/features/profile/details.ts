import type { Profile } from '../../lib/wire/profile';
import type { ProfileFormWire } from '../../lib/wire/types';

/** What a member may change about themselves. */
export type Details = Pick<Profile, 'surname' | 'firstName' | 'email' | 'phoneNumber' | 'country'>;

export const toProfileForm = ({ surname, firstName, email, phoneNumber, country }: Details): ProfileFormWire => ({
  surname: surname.trim(),
  otherName: firstName.trim(),
  email: email.trim(),
  phoneNumber,
  country,
});

/** The API's names of the fields, beside ours. */
export const detailFields = {
  surname: 'surname',
  otherName: 'firstName',
  email: 'email',
  phoneNumber: 'phoneNumber',
  country: 'country',
} as const satisfies Record<string, keyof Details>;
