import { z } from 'zod';
import { memberships } from '../../../platform/domain/index.js';
import { calendarDay, personSentences } from '../../users/index.js';
import { checked, personFields } from './person-fields.schema.js';

const MEMBERSHIP = 'Choose a membership: trade club or hedge fund';
/** Longer than any accepted password; the domain checks the password rules. */
export const MAX_PASSWORD_TEXT = 2000;

/** POST /signupuser. Ignores unknown keys, because the specification's clients send some. */
export const signUpBody = z
  .object({
    ...personFields,
    dob: checked(calendarDay, personSentences.dateOfBirth),
    membership: z.enum(memberships, MEMBERSHIP),
    password: z.string('Choose a password').min(1, 'Choose a password').max(MAX_PASSWORD_TEXT, 'Use a password of at most 256 characters'),
    role: z.enum(memberships, 'role must equal membership'),
    refferedBy: z.string('The referral code must be text').trim().max(100, 'There is no such referral code').nullish(),
  })
  .refine(({ role, membership }) => role === membership, { path: ['role'], message: 'role must equal membership' });

/** POST /signinuser. A malformed email gets the same answer as an unknown one. */
export const signInBody = z.object({
  email: z.string('Enter your email address').trim().min(1, 'Enter your email address').max(1000, 'Enter your email address'),
  password: z.string('Enter your password').min(1, 'Enter your password').max(MAX_PASSWORD_TEXT, 'Enter your password'),
  /** A code of the authenticator app, or a recovery code. Empty counts as missing. */
  otp: z
    .string('Enter your code')
    .trim()
    .max(40, 'Enter your code')
    .nullish()
    .transform((otp) => otp || undefined),
});

/** POST /auth/resend-confirmation */
export const resendBody = z.strictObject({
  email: z.string('Enter your email address').trim().min(1, 'Enter your email address').max(1000, 'Enter your email address'),
});

export type SignUpBody = z.output<typeof signUpBody>;
export type SignInBody = z.output<typeof signInBody>;
export type ResendBody = z.output<typeof resendBody>;
