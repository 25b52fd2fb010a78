import { z } from 'zod';
import { MAX_PASSWORD_TEXT } from './auth.v1.dto.js';
import { personFields } from './person-fields.schema.js';

const newPassword = z
  .string('Choose a new password')
  .min(1, 'Choose a new password')
  .max(MAX_PASSWORD_TEXT, 'Use a password of at most 256 characters');

/**
 * POST /forgetpassword. Drops the password that the specification's form sends along (ruling D5).
 */
export const forgottenBody = z.object({
  email: z.string('Enter your email address').trim().min(1, 'Enter your email address').max(1000, 'Enter your email address'),
});

/** POST /changepassword. The domain checks the password rules. */
export const newPasswordBody = z.object({ newPassword });

/** POST /auth/password */
export const ownPasswordBody = z.strictObject({
  currentPassword: z
    .string('Enter your current password')
    .min(1, 'Enter your current password')
    .max(MAX_PASSWORD_TEXT, 'This is not your current password'),
  newPassword,
});

/** POST /updateprofile */
export const profileBody = z.object(personFields);

export type ForgottenBody = z.output<typeof forgottenBody>;
export type NewPasswordBody = z.output<typeof newPasswordBody>;
export type OwnPasswordBody = z.output<typeof ownPasswordBody>;
export type ProfileBody = z.output<typeof profileBody>;
