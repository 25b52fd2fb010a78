import { z } from 'zod';
import { letter } from './letter.types.js';
import { translated } from './mail-texts.settings.js';

/** Letters queued by earlier versions hold the factor in English words. */
const earlierFactors = {
  'an authenticator app': 'app',
  'a passkey': 'passkey',
  'new recovery codes': 'recovery-codes',
  'every second factor': 'all',
} as const;

/** Accepts codes, and the words of letters queued by earlier versions. */
const factor = <const Codes extends readonly string[]>(codes: Codes) =>
  z.preprocess(
    (value) =>
      typeof value === 'string' && Object.hasOwn(earlierFactors, value) ? earlierFactors[value as keyof typeof earlierFactors] : value,
    z.enum(codes),
  );

const kind = 'security';

export const securityLetters = {
  'second-factor-added': translated(
    'mail.second-factor-added',
    z.object({ factor: factor(['app', 'passkey', 'recovery-codes']) }),
    '/#/profile',
    { kind },
  ),
  'second-factor-removed': translated('mail.second-factor-removed', z.object({ factor: factor(['app', 'passkey', 'all']) }), '/#/profile', {
    kind,
  }),
  'recovery-code-used': translated('mail.recovery-code-used', z.object({ left: z.number().int().min(0) }), '/#/profile', { kind }),
  'wrong-codes': translated('mail.wrong-codes', z.object({}), '/#/profile', { kind }),
  'new-sign-in': translated(
    'mail.new-sign-in',
    z.object({
      /** Null where the network is unknown; 'unknown' in letters queued by earlier versions. */
      network: z.string().max(60).nullable(),
      /** An instant; formatted in English in letters queued by earlier versions. */
      at: z.string().max(60),
    }),
    '/#/profile',
    {
      kind,
      values: ({ network, at }, { isolate, moment }) => ({
        known: network === null || network === 'unknown' ? 'no' : 'yes',
        network: isolate(network ?? ''),
        at: moment(at),
      }),
    },
  ),
  // For administrators, in English.
  'reveal-alert': letter({
    data: z.object({ count: z.number().int().min(1) }),
    subject: 'Many exchange keys were shown in plain text',
    preview: 'One administrator viewed the keys of many members.',
    heading: 'Many exchange keys were shown in plain text',
    paragraphs: [
      'One administrator viewed exchange keys of members in plain text {count, number} times within an hour. The audit log shows ' +
        'the administrator, the members and the reasons.',
    ],
    action: { label: 'Open the console', path: '/#/admin-dashboard' },
    notes: ['Every administrator receives this email.'],
  }),
  // For administrators, in English.
  'admin-added': letter({
    data: z.object({ email: z.string().max(254) }),
    subject: 'A new administrator was added',
    preview: 'Tidemark has a new administrator.',
    heading: 'A new administrator was added',
    paragraphs: ['{email} is now an administrator of Tidemark. The audit log shows who confirmed it.'],
    action: { label: 'Open the console', path: '/#/admin-dashboard' },
    notes: ['If you do not expect this, deactivate the account in the console now. Every administrator receives this email.'],
  }),
} as const;
