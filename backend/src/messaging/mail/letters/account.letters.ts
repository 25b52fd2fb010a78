import { z } from 'zod';
import { letter } from './letter.types.js';
import { translated } from './mail-texts.settings.js';

const nothing = z.object({});
const token = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** Of all letters to members about what has happened to their account. */
const kind = 'security';

export const accountLetters = {
  // No name in here: anybody can type any name beside a stranger's address (security T9).
  'confirm-email': translated('mail.confirm-email', token, '/#/emailconfirm/{token}'),
  'address-already-registered': translated('mail.address-already-registered', nothing, '/#/login'),
  'choose-password': translated('mail.choose-password', token, '/#/changepassword/{token}'),
  'reset-password': translated('mail.reset-password', token, '/#/changepassword/{token}'),
  // For administrators, in English.
  'admin-invitation': letter({
    data: token,
    subject: 'You are an administrator of Tidemark',
    preview: 'Choose a password to sign in.',
    heading: 'Choose your password',
    paragraphs: [
      'You are now an administrator of Tidemark. Open the link to choose a password. You set up a second factor when you first ' +
        'sign in, so have your phone or a security key ready.',
    ],
    action: { label: 'Choose a password', path: '/#/changepassword/{token}' },
    notes: [
      'The link expires in one hour and can be used once. After that, click “Forgot your password?” on the sign-in page to get a new one.',
      'If you did not expect this email, ignore it. The account cannot be used without this link.',
    ],
  }),
  'password-changed': translated('mail.password-changed', nothing, '/#/login', { kind }),
  'confirm-new-email': translated('mail.confirm-new-email', token, '/#/emailconfirm/{token}'),
  'email-change-asked': translated('mail.email-change-asked', nothing, '/#/profile', { kind }),
  'email-changed': translated('mail.email-changed', nothing, null, { kind }),
  'account-deactivated': translated('mail.account-deactivated', nothing, null),
  'account-activated': translated('mail.account-activated', nothing, '/#/login', { kind }),
  'account-closed': translated('mail.account-closed', nothing, null),
  'account-restored': translated('mail.account-restored', nothing, '/#/login', { kind }),
} as const;
