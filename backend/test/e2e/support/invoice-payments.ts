import type { Page } from 'playwright-core';
import type { ChainTransferWire, InvoicePaymentWire, MyInvoiceWire, QuoteWire } from '../../../src/platform/wire/index.js';

const INVOICE_ID = '3f6c1c1e-6f0a-4a55-9d2e-2b7a54b1f0c9';

/** Where an invoice is paid on chain. */
export const INVOICE_PAYMENT = `/invoices/${INVOICE_ID}/pay`;

const MINUTE_MS = 60_000;
const from = Date.now();
const at = (minutes: number) => new Date(from + minutes * MINUTE_MS).toISOString();

const bitcoin: QuoteWire = {
  id: '1',
  chain: 'bitcoin',
  coin: 'BTC',
  address: 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu',
  checksum: { first: 'bc1qcr', last: '306fyu' },
  amount: '0.00053691',
  usd: '50.00',
  rate: '93125.1',
  sources: [{ venue: 'binance', price: '93125.1', at: at(0) }],
  isExact: false,
  link: 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.00053691',
  qr: 'bitcoin:bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu?amount=0.00053691',
  openedAt: at(0),
  endsAt: at(20),
};
const tronAddress = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const tron: QuoteWire = {
  ...bitcoin,
  id: '2',
  chain: 'tron',
  coin: 'USDT',
  address: tronAddress,
  checksum: { first: 'TR7NHq', last: 'zgjLj6' },
  amount: '50.0137',
  rate: '1',
  sources: [],
  isExact: true,
  link: null,
  qr: tronAddress,
};
const transfer: ChainTransferWire = {
  chain: 'bitcoin',
  coin: 'BTC',
  txid: 'ab12cd34'.repeat(8),
  amount: '0.00053691',
  state: 'confirming',
  reason: null,
  confirmations: { have: 1, need: 3 },
  seenAt: at(1),
};
const unquoted: InvoicePaymentWire = {
  invoiceId: INVOICE_ID,
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
  hasDemoWallet: true,
  now: at(0),
};

/** One payment for each thing that the page can show. */
export const INVOICE_PAYMENTS: readonly { name: string; payment: InvoicePaymentWire }[] = [
  { name: 'without a quote', payment: unquoted },
  {
    name: 'with a quote in Bitcoin and a transfer that is gone',
    payment: { ...unquoted, phase: 'waiting', quote: bitcoin, transfers: [{ ...transfer, state: 'gone' }] },
  },
  {
    name: 'with a quote in USDT and a transfer that was rejected',
    payment: { ...unquoted, phase: 'waiting', quote: tron, transfers: [{ ...transfer, state: 'rejected', reason: 'wrong-contract' }] },
  },
  {
    name: 'that is confirmed, late and of less than is due, while the chain is away',
    payment: {
      ...unquoted,
      phase: 'confirming',
      quote: bitcoin,
      rest: '20.00',
      flags: { under: true, over: false, late: true },
      confirmations: transfer.confirmations,
      delayedSince: at(2),
      refusal: 'payment-on-its-way',
      transfers: [transfer],
    },
  },
  { name: 'whose price has expired', payment: { ...unquoted, phase: 'expired', quote: bitcoin } },
  {
    name: 'that was more than is due',
    payment: {
      ...unquoted,
      phase: 'paid',
      status: 'paid',
      quote: bitcoin,
      rest: '0.00',
      flags: { under: false, over: true, late: false },
      refusal: 'paid',
      transfers: [{ ...transfer, state: 'final' }],
    },
  },
];

/** Answers a page's requests for the payment with the same state at any time. */
export async function withInvoicePayment(page: Page, payment: InvoicePaymentWire): Promise<void> {
  await page.unroute('**/api/v1/me/invoices/*/payment');
  await page.route('**/api/v1/me/invoices/*/payment', (route) => route.fulfill({ json: { message: 'Payment', data: payment } }));
}

const voided: MyInvoiceWire = {
  id: INVOICE_ID,
  number: unquoted.number,
  kind: 'subscription',
  period: null,
  status: 'void',
  currency: 'USD',
  total: unquoted.total,
  outstanding: '0.00',
  issuedAt: at(-3 * 24 * 60),
  dueAt: at(11 * 24 * 60),
  paidAt: null,
  voidedAt: at(0),
  creditNote: { number: 'TM-CN-2026-000001', reason: 'Issued by mistake' },
};

/** Answers a page's request for the invoices with one that a credit note voided. */
export async function withVoidInvoice(page: Page): Promise<void> {
  await page.route('**/api/v1/me/invoices?*', (route) =>
    route.fulfill({ json: { message: 'Invoices', data: [voided] }, headers: { 'x-total-count': '1' } }),
  );
}
