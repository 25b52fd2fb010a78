import { z } from 'zod';
import { translated } from './mail-texts.settings.js';
import { rejection, rejectionText } from './reason-texts.settings.js';

const nothing = z.object({});

const kind = 'payment';

export const paymentLetters = {
  'payment-received': translated('mail.payment-received', nothing, '/#/profile', { kind }),
  'payment-approved': translated('mail.payment-approved', nothing, '/#/login', { kind }),
  'payment-rejected': translated('mail.payment-rejected', rejection, '/#/subscriptionpayment', {
    kind,
    quote: (data, format) => rejectionText('reasons.payment', data, format),
  }),
  'payment-declined': translated('mail.payment-declined', rejection, '/#/login', {
    kind,
    quote: (data, format) => rejectionText('reasons.payment', data, format, { final: true }),
  }),
  'payment-reopened': translated('mail.payment-reopened', nothing, '/#/subscriptionpayment', { kind }),
} as const;
