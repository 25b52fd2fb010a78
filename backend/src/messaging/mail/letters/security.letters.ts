import { z } from 'zod';
import { letter } from './letter.types.js';

export const securityLetters = {
  'second-factor-added': letter({
    data: z.object({ factor: z.enum(['an authenticator app', 'a passkey', 'new recovery codes']) }),
    subject: 'A second factor was added to your account',
    preview: 'Signing in is safer now.',
    heading: 'A second factor was added',
    paragraphs: ['Your account has {{factor}} now. Your other sessions were ended.'],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['If it was not you, change your password now and write to us.'],
  }),
  'second-factor-removed': letter({
    data: z.object({ factor: z.enum(['an authenticator app', 'a passkey', 'every second factor']) }),
    subject: 'A second factor was removed from your account',
    preview: 'Signing in asks for less now.',
    heading: 'A second factor was removed',
    paragraphs: ['We removed {{factor}} from your account, as was asked for. Your other sessions were ended.'],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['If it was not you, change your password now and write to us.'],
  }),
  'recovery-code-used': letter({
    data: z.object({ left: z.number().int().min(0) }),
    subject: 'A recovery code was used to sign in',
    preview: 'One of your recovery codes is used up.',
    heading: 'A recovery code was used',
    paragraphs: ['Somebody, most likely you, signed in to your account with one of your recovery codes. You have {{left}} left.'],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: ['If it was not you, change your password now and write to us.'],
  }),
  'wrong-codes': letter({
    data: z.object({}),
    subject: 'Wrong two-factor codes were entered for your account',
    preview: 'Three wrong codes were entered.',
    heading: 'Three wrong codes were entered',
    paragraphs: [
      'Someone entered three wrong two-factor codes for your account. None of these attempts got in.',
      'Codes are only asked for after the right password, or within a session that is signed in.',
    ],
    action: { label: 'Open your profile', path: '/#/profile' },
    notes: [
      'If this was you, you can ignore this email.',
      'If it was not you, change your password now and end the sessions you do not recognise.',
    ],
  }),
  'new-sign-in': letter({
    data: z.object({ network: z.string().max(60), at: z.string().max(60) }),
    subject: 'New sign-in to your account',
    preview: 'Your account was signed in to from a new network.',
    heading: 'New sign-in to your account',
    paragraphs: [
      'Your account was signed in to from a network that it has not been used from recently.',
      'Network: {{network}}',
      'Time: {{at}}',
    ],
    action: { label: 'Review your sessions', path: '/#/profile' },
    notes: [
      'If this was you, you can ignore this email.',
      'If it was not you, change your password now. That signs out every other session.',
    ],
  }),
  'reveal-alert': letter({
    data: z.object({ count: z.number().int().min(1) }),
    subject: 'Many exchange keys were shown in clear',
    preview: 'One administrator looked at many members’ keys.',
    heading: 'Many exchange keys were shown in clear',
    paragraphs: [
      'One administrator had the exchange keys of members shown in clear {{count}} times within an hour. The audit log ' +
        'says who, whose and why.',
    ],
    action: { label: 'Open the console', path: '/#/admin-dashboard' },
    notes: ['Every administrator gets this letter.'],
  }),
  'admin-added': letter({
    data: z.object({ email: z.string().max(254) }),
    subject: 'A new administrator was added',
    preview: 'Somebody can decide about members from now on.',
    heading: 'A new administrator was added',
    paragraphs: ['{{email}} is an administrator of Tidemark from now on. The audit log says who confirmed it.'],
    action: { label: 'Open the console', path: '/#/admin-dashboard' },
    notes: ['If you do not expect this, deactivate the account in the console at once. Every administrator gets this mail.'],
  }),
} as const;
