import { InvalidInput } from '../../platform/domain/index.js';
import { countryNamed } from './countries.js';
import type { Names, Person } from './user.entity.js';

// Validates what people state about themselves. Each function returns the value as it is stored, or null if it is not valid.

/** The messages of fields that are not valid. */
export const personSentences = {
  surname: 'Your surname can contain letters, spaces, full stops, apostrophes and hyphens',
  otherName: 'Your first name can contain letters, spaces, full stops, apostrophes and hyphens',
  email: 'Enter an email address such as name@example.com',
  phoneNumber: 'Enter your phone number in digits. It may start with +',
  country: 'Choose your country from the list',
  dateOfBirth: 'Enter your date of birth as YYYY-MM-DD',
} as const;

const MAX_NAME = 100;
/** The first character is a letter, so that a spreadsheet never reads a name as a formula (security T12). */
const name = /^\p{L}[\p{L}\p{M} .'’-]*$/u;
const phone = /^\+?\d{5,15}$/;
const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Accepts letters, marks, space . ' ’ - and removes spaces at the ends and double ones. */
export function personName(typed: string): string | null {
  const tidy = typed.normalize('NFC').trim().replace(/ {2,}/g, ' ');
  return tidy.length <= MAX_NAME && name.test(tidy) ? tidy : null;
}

/** Accepts 5 to 15 digits (the maximum of E.164) with an optional leading +. */
export function phoneNumber(typed: string): string | null {
  const tidy = typed.trim();
  return phone.test(tidy) ? tidy : null;
}

export function country(typed: string): string | null {
  return countryNamed(typed.trim());
}

/** Accepts a day of the calendar from 1900 on, as YYYY-MM-DD. */
export function calendarDay(typed: string): string | null {
  const [, year, month, date] = day.exec(typed) ?? [];
  if (!year || !month || !date || Number(year) < 1900) return null;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(date) ? typed : null;
}

/** Returns the names of a person under the properties that store them. */
export const namesFrom = ({ firstName, lastName }: { firstName: string; lastName: string }): Names => ({
  surname: lastName,
  otherName: firstName,
});

/** The inverse of namesFrom, for a file or a list with a column for each. */
export const splitNames = ({ surname, otherName }: Names) => ({ firstName: otherName, lastName: surname });

/** Returns both names as they are stored. Throws InvalidInput with the name in `fields` of the field that is not valid. */
export function readNames(typed: Names, fields: Names): Names {
  const read = (field: keyof Names) => {
    const accepted = personName(typed[field]);
    if (accepted === null) throw InvalidInput.field(fields[field], personSentences[field]);
    return accepted;
  };
  return { surname: read('surname'), otherName: read('otherName') };
}

/** Returns an admin's person: the columns besides the names are required, and have no meaning for an admin. */
export const adminPerson = (names: Names): Person => ({
  ...names,
  country: 'United Kingdom',
  phoneNumber: '00000',
  dateOfBirth: '1990-01-01',
});

export const MINIMUM_AGE = 18;

/** Returns completed years on the UTC day of `now`; negative for a future day. A birthday on 29 February is on 1 March in a common year. */
export function ageOn(dateOfBirth: string, now: Date): number {
  const [year = 0, month = 0, date = 0] = dateOfBirth.split('-').map(Number);
  const hadBirthday = now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= date);
  return now.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** The specification's own sentence (section 5). */
export function underAgeSentence(age: number): string {
  return `Your age (${age}) is not allowed to register with us.`;
}
