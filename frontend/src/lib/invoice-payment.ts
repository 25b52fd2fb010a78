import { queryOptions } from '@tanstack/react-query';
import { request } from './api';
import type { Answer, ChainWire, InvoicePaymentWire, TransactionCheckWire } from './wire/types';

export interface InvoicePayment extends InvoicePaymentWire {
  /** When it was asked for, by a clock that nobody can set (`performance.now()`). */
  askedAt: number;
}

const pathOf = (invoiceId: string, part: 'payment' | 'quotes' | 'transactions' | 'demo-payment') =>
  `/me/invoices/${encodeURIComponent(invoiceId)}/${part}`;

async function ask(path: string, options: Parameters<typeof request>[1]): Promise<InvoicePayment> {
  const askedAt = performance.now();
  return { ...(await request<Answer<InvoicePaymentWire>>(path, options)).body.data, askedAt };
}

/** How an invoice is paid on chain. Address and amount come from the server at every visit, and are never kept. */
export const invoicePaymentQuery = (userId: string, invoiceId: string) =>
  queryOptions({
    queryKey: ['invoice-payment', userId, invoiceId],
    queryFn: ({ signal }) => ask(pathOf(invoiceId, 'payment'), { signal }),
    gcTime: 0,
  });

/** Locks a price in a coin. Throws ApiError: 409 where none may be locked now, 503 where no rate or address is free. */
export const openQuote = (invoiceId: string, chain: ChainWire): Promise<InvoicePayment> =>
  ask(pathOf(invoiceId, 'quotes'), { method: 'POST', json: { chain } });

export interface TransactionCheck extends TransactionCheckWire {
  payment: InvoicePayment;
}

/** Looks up a transaction that was sent for the invoice. */
export async function checkTransaction(invoiceId: string, txid: string): Promise<TransactionCheck> {
  const askedAt = performance.now();
  const path = pathOf(invoiceId, 'transactions');
  const { data } = (await request<Answer<TransactionCheckWire>>(path, { method: 'POST', json: { txid } })).body;
  return { ...data, payment: { ...data.payment, askedAt } };
}

/** Pays the open quote with test money. */
export const payFromDemoWallet = (invoiceId: string): Promise<InvoicePayment> =>
  ask(pathOf(invoiceId, 'demo-payment'), { method: 'POST', json: {} });

/**
 * Milliseconds until the end of a quote, from the server's own time: the reader's clock may be wrong. It counts from when
 * the request was sent, so that a slow answer never makes it longer than it is.
 */
export const quoteMillisecondsLeft = ({ now, askedAt }: Pick<InvoicePayment, 'now' | 'askedAt'>, endsAt: string): number =>
  Date.parse(endsAt) - Date.parse(now) - (performance.now() - askedAt);
