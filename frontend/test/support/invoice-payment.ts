import type { ChainTransferWire, InvoicePaymentWire, QuoteWire, TransactionCheckWire } from '../../src/lib/wire/types';
import { type Reply, type Routes, serve } from './api';
import { rememberSession, sofia } from './people';
import { open } from './render-app';

const BTC = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
const TRC20 = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

export const bitcoinQuote: QuoteWire = {
  id: 'q-1',
  chain: 'bitcoin',
  coin: 'BTC',
  address: BTC,
  checksum: { first: 'bc1qcr', last: '306fyu' },
  amount: '0.00053691',
  usd: '50.00',
  rate: '93125.1',
  sources: [
    { venue: 'binance', price: '93125.1', at: '2026-11-20T14:04:58.000Z' },
    { venue: 'okx', price: '93120.4', at: '2026-11-20T14:04:57.000Z' },
  ],
  isExact: false,
  link: `bitcoin:${BTC}?amount=0.00053691`,
  qr: `bitcoin:${BTC}?amount=0.00053691`,
  openedAt: '2026-11-20T14:05:00.000Z',
  endsAt: '2026-11-20T14:25:00.000Z',
};

export const tronQuote: QuoteWire = {
  ...bitcoinQuote,
  id: 'q-2',
  chain: 'tron',
  coin: 'USDT',
  address: TRC20,
  checksum: { first: 'TR7NHq', last: 'zgjLj6' },
  amount: '50.0137',
  rate: '1',
  sources: [],
  isExact: true,
  link: null,
  qr: TRC20,
};

export const transfer: ChainTransferWire = {
  chain: 'bitcoin',
  coin: 'BTC',
  txid: 'ab12cd34'.repeat(8),
  amount: '0.00053691',
  state: 'seen',
  reason: null,
  confirmations: { have: 0, need: 3 },
  seenAt: '2026-11-20T14:09:00.000Z',
};

/** An invoice for which no price was asked yet. */
export const unquoted: InvoicePaymentWire = {
  invoiceId: 'i-3',
  number: 'TM-2026-000009',
  status: 'issued',
  total: '50.00',
  rest: '50.00',
  phase: 'unquoted',
  flags: { under: false, over: false, late: false },
  confirmations: null,
  delayedSince: null,
  chains: ['bitcoin', 'tron'],
  refusal: null,
  quote: null,
  transfers: [],
  hasDemoWallet: false,
  now: '2026-11-20T14:05:00.000Z',
};

export const waiting: InvoicePaymentWire = { ...unquoted, phase: 'waiting', quote: bitcoinQuote };
export const seen: InvoicePaymentWire = { ...waiting, phase: 'seen', rest: '0.00', refusal: 'payment-on-its-way', transfers: [transfer] };
export const confirming: InvoicePaymentWire = {
  ...seen,
  phase: 'confirming',
  confirmations: { have: 1, need: 3 },
  transfers: [{ ...transfer, state: 'confirming', confirmations: { have: 1, need: 3 } }],
};
export const paid: InvoicePaymentWire = {
  ...seen,
  status: 'paid',
  phase: 'paid',
  refusal: 'paid',
  transfers: [{ ...transfer, state: 'final', confirmations: { have: 3, need: 3 } }],
};
export const expired: InvoicePaymentWire = { ...waiting, phase: 'expired', now: '2026-11-20T14:30:00.000Z' };

export const answer = (payment: InvoicePaymentWire | TransactionCheckWire): Reply => ({ body: { message: '', data: payment } });

export const paymentPath = '/invoices/i-3/pay';

/** Opens the page that pays the invoice. */
export async function openPayment(payment: InvoicePaymentWire, more: Routes = {}) {
  rememberSession();
  const calls = serve({
    'GET /getuser': { body: { message: '', data: sofia } },
    'GET /me/invoices/i-3/payment': answer(payment),
    ...more,
  });
  const view = await open(paymentPath);
  return { calls, view };
}
