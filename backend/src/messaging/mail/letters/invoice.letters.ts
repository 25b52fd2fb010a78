import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const number = z.string().max(30);
/** Dollars with two decimal places. */
const dollars = z.string().regex(/^\d+\.\d{2}$/);
const due = z.iso.datetime();

export const invoiceLetters = {
  'invoice-issued': translated('mail.invoice-issued', z.object({ number, total: dollars, due }), '/#/subscriptionpayment', {
    values: (data, format) => ({
      number: format.isolate(data.number),
      total: format.decimal(data.total),
      due: format.day(data.due),
    }),
  }),
  'invoice-paid': translated('mail.invoice-paid', z.object({ number, total: dollars }), '/#/invoices', {
    values: (data, format) => ({ number: format.isolate(data.number), total: format.decimal(data.total) }),
  }),
  /** `rest`: what is still due. */
  'invoice-reminder': translated('mail.invoice-reminder', z.object({ number, rest: dollars, due }), '/#/subscriptionpayment', {
    values: (data, format) => ({
      number: format.isolate(data.number),
      rest: format.decimal(data.rest),
      due: format.day(data.due),
    }),
  }),
} as const;
