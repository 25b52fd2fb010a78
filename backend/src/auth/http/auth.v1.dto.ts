import { z } from 'zod';
import { memberships } from '../../common/domain/index.js';
import { calendarDay, canonicalEmail, country, personName, personSentences, phoneNumber } from '../../users/index.js';

/** A text that `read` accepts, in the form it returns. Missing, wrong type and refused all say `sentence`. */
const checked = (read: (typed: string) => string | null, sentence: string) =>
  z.string(sentence).transform((typed, context) => {
    const value = typed.length <= 1000 ? read(typed) : null;
    if (value !== null) return value;
    context.addIssue({ code: 'custom', message: sentence });
    return z.NEVER;
  });

const MEMBERSHIP = 'Choose a membership: trade club or hedge fund';
/** Longer than any password we accept; the rules with their sentences are the domain's. */
const LONGEST_PASSWORD_TEXT = 2000;

/** POST /signupuser. Keys it does not know are ignored, as the specification's own clients send some. */
export const signUpBody = z
  .object({
    surname: checked(personName, personSentences.surname),
    otherName: checked(personName, personSentences.otherName),
    email: checked(canonicalEmail, personSentences.email),
    phoneNumber: checked(phoneNumber, personSentences.phoneNumber),
    country: checked(country, personSentences.country),
    dob: checked(calendarDay, personSentences.dateOfBirth),
    membership: z.enum(memberships, MEMBERSHIP),
    password: z.string('Choose a password').min(1, 'Choose a password').max(LONGEST_PASSWORD_TEXT, 'Use a password of at most 256 characters'),
    role: z.enum(memberships, 'role must equal membership'),
    refferedBy: z.string('The referral code must be text').trim().max(100, 'There is no such referral code').nullish(),
  })
  .refine(({ role, membership }) => role === membership, { path: ['role'], message: 'role must equal membership' });

/** POST /signinuser. What is no e-mail at all gets the same answer as an unknown one. */
export const signInBody = z.object({
  email: z.string('Enter your e-mail address').trim().min(1, 'Enter your e-mail address').max(1000, 'Enter your e-mail address'),
  password: z.string('Enter your password').min(1, 'Enter your password').max(LONGEST_PASSWORD_TEXT, 'Enter your password'),
});

/** POST /auth/resend-confirmation */
export const resendBody = z.object({ email: z.string('Enter your e-mail address').trim().min(1, 'Enter your e-mail address').max(1000, 'Enter your e-mail address') });

export type SignUpBody = z.output<typeof signUpBody>;
export type SignInBody = z.output<typeof signInBody>;
export type ResendBody = z.output<typeof resendBody>;
