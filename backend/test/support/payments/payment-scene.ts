import { lockRate, openQuote, tagged, unitsFor, type Chain } from '../../../src/money/chain/index.js';
import type { StoredQuote } from '../../../src/money/invoice-payments/invoice-payment.repository.js';
import type { ReceivingAddress } from '../../../src/money/invoice-payments/receiving-address.repository.js';
import { referenceOf, type InvoiceState } from '../../../src/money/invoices/index.js';
import { accounts, type LedgerTransaction } from '../../../src/money/ledger/index.js';
import { scaled } from '../../../src/platform/domain/scaled.js';
import type { Size, Step } from './payment-steps.js';
import type { Output, Transaction } from './scripted-chains.js';

export const OPENED = Date.UTC(2026, 10, 20, 12);
export const MINUTE = 60_000;
export const PRICE = { bitcoin: '50000', tron: '1' } as const;
export const OWN = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g'] as const;
export const SHARED = 'TTbi4P7HzfNQYPT5rgbF4Xw8nSf3vMpjgN';
export const SOMEBODY = 'bc1qp59yckz4ae5c4efgw2s5wfyvrz0ala7rgvuz8z';
/** Of the first one three confirmations are needed, of the second one, which is also paid on TRON by an exact amount, one. */
export const TOTALS = ['150', '50'] as const;
export const TAG = 7;
const MEMBER = '0190a1f0-0000-7000-8000-00000000000a';
export const INVOICES = ['0190a1f0-0000-7000-8000-000000000001', '0190a1f0-0000-7000-8000-000000000002'] as const;
const PERCENT = { exact: 100n, short: 60n, 'nearly all': 99n, rest: 40n, over: 130n } as const;

export const invoiceOf = (id: string, total: string): InvoiceState => ({
  id,
  userId: MEMBER,
  kind: 'subscription',
  status: 'issued',
  number: `TM-2026-00000${id.at(-1)}`,
  total: scaled(total),
  dueAt: new Date(OPENED + 14 * 24 * 60 * MINUTE),
});

export const issued = ({ id, userId, kind, total }: InvoiceState): LedgerTransaction => ({
  id: `issue-${id}`,
  kind: 'invoice',
  reference: referenceOf(id),
  idempotencyKey: `invoice-issue:${id}`,
  at: new Date(OPENED),
  reverses: null,
  postings: [
    { account: accounts.receivable(userId), currency: 'USD', amount: total },
    { account: accounts.income(kind), currency: 'USD', amount: -total },
  ],
});

export const addressOf = (chain: Chain, address: string, invoiceId: string | null): ReceivingAddress => ({
  chain,
  address,
  invoiceId,
  createdAt: new Date(OPENED),
  readAt: null,
  failingSince: null,
});

export function quoteOf(chain: Chain, invoice: 0 | 1, address: string, tag: number | null): StoredQuote {
  const quote = openQuote(chain, scaled(TOTALS[invoice]), lockRate(PRICE[chain]), new Date(OPENED));
  const units = tag === null ? quote.units : tagged(quote.units, tag);
  return { ...quote, units, id: `${chain} ${invoice}`, invoiceId: INVOICES[invoice], address, tag, sources: [] };
}

export function unitsOf(chain: Chain, invoice: 0 | 1, size: Size): bigint {
  const asked = unitsFor(chain, scaled(TOTALS[invoice]), lockRate(PRICE[chain]));
  if (size === 'dust') return 999n;
  if (size === 'exact' && chain === 'tron') return tagged(asked, TAG);
  return (asked * PERCENT[size]) / 100n;
}

export function outputsOf({ invoice, size, also }: Extract<Step, { do: 'pay on bitcoin' }>): Output[] {
  const output = (to: 0 | 1): Output => ({ address: OWN[to], units: unitsOf('bitcoin', to, size), rejected: null });
  const more = { nobody: [], 'the same': [output(invoice)], 'the other': [output(invoice === 0 ? 1 : 0)] }[also];
  return [{ address: SOMEBODY, units: 12_345n, rejected: null }, output(invoice), ...more];
}

/** The invoice that an output belongs to; null: none. */
export function ownerOf({ chain }: Transaction, { address, units, rejected }: Output): string | null {
  if (chain === 'bitcoin') return INVOICES[OWN.findIndex((own) => own === address)]!;
  return (rejected === null || rejected === 'wrong-contract') && units === unitsOf('tron', 1, 'exact') ? INVOICES[1] : null;
}
