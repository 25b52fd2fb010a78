import { z } from 'zod';
import { translated } from './mail-texts.settings.js';
import { keyProblem, keyProblemText, rejection, rejectionText } from './reason-texts.settings.js';

const nothing = z.object({});
const kind = 'verification';
const askedDocument = rejection.extend({ document: z.enum(['id-card', 'proof-of-address']) });

export const kycLetters = {
  'kyc-received': translated('mail.kyc-received', nothing, '/#/profile', { kind }),
  'kyc-approved': translated('mail.kyc-approved', nothing, '/#/login', { kind }),
  'kyc-rejected': translated('mail.kyc-rejected', rejection, '/#/kycverification', {
    kind,
    quote: (data, format) => rejectionText('reasons.kyc', data, format),
  }),
  'kyc-document-asked': translated('mail.kyc-document-asked', askedDocument, '/#/kycverification', {
    kind,
    values: ({ document }) => ({ document: document === 'id-card' ? 'identity' : 'address' }),
    quote: (data, format) => rejectionText('reasons.kyc', data, format),
  }),
  'kyc-declined': translated('mail.kyc-declined', rejection, '/#/login', {
    kind,
    quote: (data, format) => rejectionText('reasons.kyc', data, format, { final: true }),
  }),
  'kyc-reopened': translated('mail.kyc-reopened', nothing, '/#/kycverification', { kind }),
  'key-problem': translated('mail.key-problem', keyProblem, '/#/exchange-key', {
    kind: 'key-warning',
    quote: (data, format) => keyProblemText('reasons.key', data, format),
  }),
  'key-expires': translated('mail.key-expires', z.object({ day: z.string().regex(/^\d{4}-\d{2}-\d{2}$/) }), '/#/exchange-key', {
    kind: 'key-warning',
    values: ({ day }, format) => ({ day: format.day(day) }),
  }),
  'key-replaced': translated('mail.key-replaced', nothing, '/#/exchange-key', { kind: 'security' }),
  'key-removed': translated('mail.key-removed', nothing, '/#/exchange-key', { kind: 'security' }),
} as const;
