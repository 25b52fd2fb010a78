import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const number = z.string().max(30);
/** Dollars with two decimal places. */
const dollars = z.string().regex(/^\d+\.\d{2}$/);
const due = z.iso.datetime();
const invoiceId = z.uuid();

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
  /** `rest`: what is still due. */
  'payment-short': translated('mail.payment-short', z.object({ number, rest: dollars, invoiceId }), '/#/invoices/{invoiceId}/pay', {
    values: (data, format) => ({ number: format.isolate(data.number), rest: format.decimal(data.rest), invoiceId: data.invoiceId }),
  }),
  'payment-late': translated('mail.payment-late', z.object({ number }), '/#/invoices', {
    values: (data, format) => ({ number: format.isolate(data.number) }),
  }),
  'payment-lost': translated('mail.payment-lost', z.object({ number, invoiceId }), '/#/invoices/{invoiceId}/pay', {
    values: (data, format) => ({ number: format.isolate(data.number), invoiceId: data.invoiceId }),
  }),
  /** To those who decide about payments. */
  'payments-attention': translated('mail.payments-attention', z.object({}), '/#/admin/chain-transfers'),
} as const;
