import { z } from 'zod';
import { canonicalEmail, country, personName, personSentences, phoneNumber } from '../../users/index.js';

/** Accepts text that `read` accepts and returns its result. Missing, of the wrong type or rejected: the error is `sentence`. */
export const checked = (read: (typed: string) => string | null, sentence: string) =>
  z.string(sentence).transform((typed, context) => {
    const value = typed.length <= 1000 ? read(typed) : null;
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: sentence });
    return z.NEVER;
  });

/** The personal fields of sign-up and profile. */
export const personFields = {
  surname: checked(personName, personSentences.surname),
  otherName: checked(personName, personSentences.otherName),
  email: checked(canonicalEmail, personSentences.email),
  phoneNumber: checked(phoneNumber, personSentences.phoneNumber),
  country: checked(country, personSentences.country),
};
