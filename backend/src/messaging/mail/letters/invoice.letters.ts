import { z } from 'zod';
import { translated } from './mail-texts.settings.js';

const number = z.string().max(30);
/** Dollars with two decimal places. */
const dollars = z.string().regex(/^\d+\.\d{2}$/);
const due = z.iso.datetime();
const invoiceId = z.uuid();
/** A subscription is paid on a page of its own, every other invoice on the invoice's. */
const payPath = (id: string | undefined) => (id === undefined ? 'subscriptionpayment' : `invoices/${id}/pay`);

/** Of all letters to members here. */
const kind = 'payment';

export const invoiceLetters = {
  'invoice-issued': translated('mail.invoice-issued', z.object({ number, total: dollars, due }), '/#/subscriptionpayment', {
    kind,
    values: (data, format) => ({
      number: format.isolate(data.number),
      total: format.decimal(data.total),
      due: format.day(data.due),
    }),
  }),
  /** Fees and shares that were issued together, one or several; `total`: of all. */
  'fees-issued': translated(
    'mail.fees-issued',
    z.object({ invoices: z.array(z.object({ number, total: dollars })).min(1), total: dollars, due }),
    '/#/invoices',
    {
      kind,
      values: ({ invoices, total, due: dueAt }, format) => ({
        count: invoices.length,
        invoices: format.list(invoices.map((one) => `${one.number} (${format.decimal(one.total)} USD)`)),
        total: format.decimal(total),
        due: format.day(dueAt),
      }),
    },
  ),
  'invoice-paid': translated('mail.invoice-paid', z.object({ number, total: dollars }), '/#/invoices', {
    kind,
    values: (data, format) => ({ number: format.isolate(data.number), total: format.decimal(data.total) }),
  }),
  /** `rest`: what is still due. `invoiceId`: where it is not a subscription. */
  'invoice-reminder': translated(
    'mail.invoice-reminder',
    z.object({ number, rest: dollars, due, invoiceId: invoiceId.optional() }),
    '/#/{path}',
    {
      kind,
      values: (data, format) => ({
        number: format.isolate(data.number),
        rest: format.decimal(data.rest),
        due: format.day(data.due),
        path: payPath(data.invoiceId),
      }),
    },
  ),
  /** `rest`: what is still due. */
  'payment-short': translated('mail.payment-short', z.object({ number, rest: dollars, invoiceId }), '/#/invoices/{invoiceId}/pay', {
    kind,
    values: (data, format) => ({ number: format.isolate(data.number), rest: format.decimal(data.rest), invoiceId: data.invoiceId }),
  }),
  'payment-late': translated('mail.payment-late', z.object({ number }), '/#/invoices', {
    kind,
    values: (data, format) => ({ number: format.isolate(data.number) }),
  }),
  'payment-lost': translated('mail.payment-lost', z.object({ number, invoiceId }), '/#/invoices/{invoiceId}/pay', {
    kind,
    values: (data, format) => ({ number: format.isolate(data.number), invoiceId: data.invoiceId }),
  }),
  /** `paid`: number of the invoice whose undone payment had given the credit. */
  'credit-undone': translated('mail.credit-undone', z.object({ number, paid: number, invoiceId }), '/#/invoices/{invoiceId}/pay', {
    kind,
    values: (data, format) => ({ number: format.isolate(data.number), paid: format.isolate(data.paid), invoiceId: data.invoiceId }),
  }),
  /** To those who decide about payments. */
  'payments-attention': translated('mail.payments-attention', z.object({}), '/#/admin/chain-transfers'),
} as const;
