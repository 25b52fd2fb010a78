import { countryNamed } from './countries.js';

/**
 * What we accept about a person. Each function returns the value as it is stored, or null where it is refused;
 * the sentences stand beside them so that every door says the same.
 */
export const personSentences = {
  surname: 'Your surname may hold letters, spaces, full stops, apostrophes and hyphens',
  otherName: 'Your first name may hold letters, spaces, full stops, apostrophes and hyphens',
  email: 'Enter an e-mail address such as name@example.com',
  phoneNumber: 'Enter your phone number in digits, with an optional + in front',
  country: 'Choose your country from the list',
  dateOfBirth: 'Enter your date of birth as YYYY-MM-DD',
} as const;

const MAX_NAME = 100;
/** Begins with a letter, so a name can never begin a formula in somebody's spreadsheet (security T12). */
const name = /^\p{L}[\p{L}\p{M} .'’-]*$/u;
const phone = /^\+?\d{5,15}$/;
const day = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Letters, marks, space . ' ’ - ; blanks at the ends and doubled blanks go. */
export function personName(typed: string): string | null {
  const tidy = typed.normalize('NFC').trim().replace(/ {2,}/g, ' ');
  return tidy.length <= MAX_NAME && name.test(tidy) ? tidy : null;
}

/** 5 to 15 digits (E.164 ends at 15) with an optional leading +. */
export function phoneNumber(typed: string): string | null {
  const tidy = typed.trim();
  return phone.test(tidy) ? tidy : null;
}

export function country(typed: string): string | null {
  return countryNamed(typed.trim());
}

/** A day that exists, as YYYY-MM-DD; nobody living was born before 1900. */
export function calendarDay(typed: string): string | null {
  const [, year, month, date] = day.exec(typed) ?? [];
  if (!year || !month || !date || Number(year) < 1900) return null;
  const parsed = new Date(Date.UTC(Number(year), Number(month) - 1, Number(date)));
  return parsed.getUTCMonth() === Number(month) - 1 && parsed.getUTCDate() === Number(date) ? typed : null;
}

export const MINIMUM_AGE = 18;

/**
 * Completed years on the UTC day of `now`; negative for a day to come. Somebody born on 29 February turns a year older on 1 March of a
 * common year.
 */
export function ageOn(dateOfBirth: string, now: Date): number {
  const [year = 0, month = 0, date = 0] = dateOfBirth.split('-').map(Number);
  const hadBirthday = now.getUTCMonth() + 1 > month || (now.getUTCMonth() + 1 === month && now.getUTCDate() >= date);
  return now.getUTCFullYear() - year - (hadBirthday ? 0 : 1);
}

/** The specification's own sentence (section 5). */
export function underAgeSentence(age: number): string {
  return `Your age (${age}) is not allowed to register with us.`;
}
