import { z } from 'zod';
import { letter } from './letter.types.js';

const nothing = z.object({});

export const accountLetters = {
  // No name in here: anybody can type any name beside a stranger's address (security T9).
  'confirm-email': letter({
    data: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    subject: 'Confirm your e-mail address',
    preview: 'One step is left before you can sign in.',
    heading: 'Confirm your e-mail address',
    paragraphs: [
      'Somebody, most likely you, registered with Tidemark using this address. Open the link to confirm it; after that you can sign in.',
    ],
    action: { label: 'Confirm this address', path: '/#/emailconfirm/{{token}}' },
    notes: [
      'The link is good for 24 hours and works once.',
      'If it was not you, do nothing: without this confirmation nobody can use the account.',
    ],
  }),
  'address-already-registered': letter({
    data: nothing,
    subject: 'You are registered already',
    preview: 'Somebody tried to register with your address.',
    heading: 'You are registered already',
    paragraphs: [
      'Somebody, most likely you, tried to register with Tidemark using this address. There is an account for it already, ' +
        'so nothing was changed and no second account was made.',
      'You can simply sign in. If you do not remember your password, choose “forget password” there.',
    ],
    action: { label: 'Sign in', path: '/#/login' },
    notes: ['If it was not you, there is nothing to do. Whoever tried was not told that this address is registered.'],
  }),
  'choose-password': letter({
    data: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    subject: 'Choose your password',
    preview: 'One step left before you can sign in.',
    heading: 'Choose your password',
    paragraphs: [
      'Someone signed up for Tidemark more than once with this email address. To protect your account we discarded the ' +
        'passwords and links of those sign-ups.',
      'Choose a password to confirm your address and finish signing up. Then check the details in your profile.',
    ],
    action: { label: 'Choose a password', path: '/#/changepassword/{{token}}' },
    notes: [
      'The link expires in one hour and can be used once. After that, click “Forgot your password?” on the sign-in page ' +
        'to get a new one.',
      'If you did not sign up, ignore this email. The account cannot be used without this link.',
    ],
  }),
  'reset-password': letter({
    data: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    subject: 'Choose a new password',
    preview: 'A link to choose a new password.',
    heading: 'Choose a new password',
    paragraphs: [
      'Somebody, most likely you, asked for a new password for your account at Tidemark. Open the link to choose one. Your ' +
        'old password stays good until then.',
    ],
    action: { label: 'Choose a new password', path: '/#/changepassword/{{token}}' },
    notes: [
      'The link is good for one hour and works once.',
      'If it was not you, do nothing: nobody can change your password without this link.',
    ],
  }),
  'admin-invitation': letter({
    data: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
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
  'password-changed': letter({
    data: nothing,
    subject: 'Your password was changed',
    preview: 'You were signed out everywhere else.',
    heading: 'Your password was changed',
    paragraphs: ['The password of your account was changed, and every other session was ended.'],
    action: { label: 'Sign in', path: '/#/login' },
    notes: ['If it was not you, choose “forget password” on the sign-in page at once, and write to us.'],
  }),
  'confirm-new-email': letter({
    data: z.object({ token: z.string().regex(/^[\w-]{43}$/) }),
    subject: 'Confirm your new e-mail address',
    preview: 'Your address changes once you open the link.',
    heading: 'Confirm your new e-mail address',
    paragraphs: [
      'Somebody, most likely you, asked to use this address for an account at Tidemark. Open the link to confirm it. Until ' +
        'then the account keeps its old address.',
    ],
    action: { label: 'Use this address', path: '/#/emailconfirm/{{token}}' },
    notes: ['The link is good for 24 hours and works once.', 'If it was not you, do nothing.'],
  }),
  'email-change-asked': letter({
    data: nothing,
    subject: 'A change of your e-mail address was asked for',
    preview: 'Nothing has changed yet.',
    heading: 'A change of your e-mail address was asked for',
    paragraphs: [
      'Somebody signed in to your account asked to change its e-mail address. It changes once the link that we sent ' +
        'to the new address is opened.',
    ],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['If it was not you, change your password now: that ends every session and cancels the change.'],
  }),
  'email-changed': letter({
    data: nothing,
    subject: 'Your e-mail address was changed',
    preview: 'You were signed out everywhere.',
    heading: 'Your e-mail address was changed',
    paragraphs: ['Your account has a new e-mail address now, and every session was ended. This address is no longer in use.'],
    notes: ['If it was not you, write to us at once.'],
  }),
  'account-deactivated': letter({
    data: nothing,
    subject: 'Your account is deactivated',
    preview: 'You cannot sign in for now.',
    heading: 'Your account is deactivated',
    paragraphs: [
      'An administrator deactivated your account. You cannot sign in until it is activated again. Nothing of yours was deleted.',
    ],
    notes: ['If you think that this is a mistake, please write to us.'],
  }),
  'account-activated': letter({
    data: nothing,
    subject: 'Your account is active again',
    preview: 'You can sign in again.',
    heading: 'Your account is active again',
    paragraphs: ['An administrator activated your account again. You can sign in as before.'],
    action: { label: 'Sign in', path: '/#/login' },
  }),
  'account-closed': letter({
    data: nothing,
    subject: 'Your account was closed',
    preview: 'You cannot sign in any more.',
    heading: 'Your account was closed',
    paragraphs: ['An administrator closed your account. You cannot sign in any more, and the exchange key you gave us was thrown away.'],
    notes: ['Please delete the key at your exchange as well. If you think that this is a mistake, please write to us.'],
  }),
  'account-restored': letter({
    data: nothing,
    subject: 'Your account is open again',
    preview: 'You can sign in again.',
    heading: 'Your account is open again',
    paragraphs: ['An administrator opened your account again. You can sign in with the password you had.'],
    action: { label: 'Sign in', path: '/#/login' },
  }),
} as const;
