import { z } from 'zod';
import { canonicalEmail, country, personName, personSentences, phoneNumber } from '../../users/index.js';

/** A text that `read` accepts, in the form it returns. Missing, wrong type and refused all say `sentence`. */
export const checked = (read: (typed: string) => string | null, sentence: string) =>
  z.string(sentence).transform((typed, context) => {
    const value = typed.length <= 1000 ? read(typed) : null;
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: sentence });
    return z.NEVER;
  });

/** What people tell about themselves when they sign up, and change later: the same rules and sentences both times. */
export const personFields = {
  surname: checked(personName, personSentences.surname),
  otherName: checked(personName, personSentences.otherName),
  email: checked(canonicalEmail, personSentences.email),
  phoneNumber: checked(phoneNumber, personSentences.phoneNumber),
  country: checked(country, personSentences.country),
};
