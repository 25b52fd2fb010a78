import { leftToRight } from '../format/decimal';
import type { InvoiceStatusWire } from './types';

/** The colour of an invoice's state, on the pages of members and in the console. */
export const invoiceTones = {
  issued: 'info',
  partially_paid: 'warn',
  paid: 'up',
  overdue: 'down',
  void: 'neutral',
} as const satisfies Record<InvoiceStatusWire, string>;

/** An amount of an invoice: dollars with two decimal places, the sign before the digits in every language. */
export const invoiceAmount = (amount: string): string => leftToRight(`$${amount}`);
