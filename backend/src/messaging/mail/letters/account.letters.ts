import { z } from 'zod';
import { letter, type Letter } from './letter.types.js';
import { letterTexts, type LetterTextId } from './mail-texts.settings.js';

const nothing = z.object({});
const token = z.object({ token: z.string().regex(/^[\w-]{43}$/) });

/** A letter with its texts in the catalogues; `path` is where its button leads, null without one. */
function translated<D extends z.ZodObject>(id: LetterTextId, data: D, path: string | null): Letter<D> {
  const { en, ...translations } = letterTexts(id, path);
  return { data, ...en, translations };
}

export const accountLetters = {
  // No name in here: anybody can type any name beside a stranger's address (security T9).
  'confirm-email': translated('mail.confirm-email', token, '/#/emailconfirm/{{token}}'),
  'address-already-registered': translated('mail.address-already-registered', nothing, '/#/login'),
  'choose-password': translated('mail.choose-password', token, '/#/changepassword/{{token}}'),
  'reset-password': translated('mail.reset-password', token, '/#/changepassword/{{token}}'),
  // For administrators, in English.
  'admin-invitation': letter({
    data: token,
    subject: 'You are an administrator of Tidemark',
    preview: 'Choose a password to sign in.',
    heading: 'Choose your password',
    paragraphs: [
      'You were made an administrator of Tidemark. Open the link to choose a password. When you sign in for the first time ' +
        'you set up a second factor, so have your phone or a security key at hand.',
    ],
    action: { label: 'Choose a password', path: '/#/changepassword/{{token}}' },
    notes: [
      'The link is good for one hour and works once. After that, choose “forget password” on the sign-in page to get another one.',
      'If you do not know what this is about, do nothing: without this link nobody can use the account.',
    ],
  }),
  'password-changed': translated('mail.password-changed', nothing, '/#/login'),
  'confirm-new-email': translated('mail.confirm-new-email', token, '/#/emailconfirm/{{token}}'),
  'email-change-asked': translated('mail.email-change-asked', nothing, '/#/profile'),
  'email-changed': translated('mail.email-changed', nothing, null),
  'account-deactivated': translated('mail.account-deactivated', nothing, null),
  'account-activated': translated('mail.account-activated', nothing, '/#/login'),
  'account-closed': translated('mail.account-closed', nothing, null),
  'account-restored': translated('mail.account-restored', nothing, '/#/login'),
} as const;
