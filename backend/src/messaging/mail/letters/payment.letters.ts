import { z } from 'zod';
import { translated } from './mail-texts.settings.js';
import { rejection, rejectionText } from './reason-texts.settings.js';

const nothing = z.object({});

export const paymentLetters = {
  'payment-received': translated('mail.payment-received', nothing, '/#/profile'),
  'payment-approved': translated('mail.payment-approved', nothing, '/#/login'),
  'payment-rejected': translated('mail.payment-rejected', rejection, '/#/subscriptionpayment', {
    quote: (data, format) => rejectionText('reasons.payment', data, format),
  }),
  'payment-declined': translated('mail.payment-declined', rejection, '/#/login', {
    quote: (data, format) => rejectionText('reasons.payment', data, format, { final: true }),
  }),
  'payment-reopened': translated('mail.payment-reopened', nothing, '/#/subscriptionpayment'),
} as const;
