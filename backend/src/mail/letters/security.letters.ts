import { z } from 'zod';
import { letter } from './letter.js';

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
  'reveal-alert': letter({
    data: z.object({ count: z.number().int().min(1) }),
    subject: 'Many exchange keys were shown in clear',
    preview: 'One administrator looked at many members’ keys.',
    heading: 'Many exchange keys were shown in clear',
    paragraphs: [
      'One administrator had the exchange keys of members shown in clear {{count}} times within an hour. The audit log says who, whose and why.',
    ],
    action: { label: 'Open the console', path: '/#/admin-dashboard' },
    notes: ['Every administrator gets this letter.'],
  }),
} as const;
