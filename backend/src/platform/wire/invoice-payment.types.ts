import type { InvoiceStatusWire } from './invoices.types.js';

export type ChainWire = 'bitcoin' | 'tron';
export type CoinWire = 'BTC' | 'USDT';

/** `unquoted`: no quote was opened yet. */
export type PaymentPhaseWire = 'unquoted' | 'waiting' | 'seen' | 'confirming' | 'paid' | 'expired' | 'void';
export type QuoteRefusalWire = 'payment-on-its-way' | 'paid' | 'void';

/** Of the transfer with the fewest, while one is on its way. */
export interface ConfirmationsWire {
  have: number;
  need: number;
}

/** A locked rate: `amount` covers `usd` until `endsAt`. */
export interface QuoteWire {
  id: string;
  chain: ChainWire;
  coin: CoinWire;
  address: string;
  /** The ends of the address, for people who compare it. */
  checksum: { first: string; last: string };
  /** Coins, as a plain decimal. */
  amount: string;
  /** Dollars with two decimal places. */
  usd: string;
  /** Dollars a coin. */
  rate: string;
  /** Bids that the rate is the median of. */
  sources: { venue: string; price: string; at: string }[];
  /** Others pay to this address too, so that only exactly this amount is matched with the invoice. */
  isExact: boolean;
  /** Opens wallet software with address and amount; null: no such link works for the coin. */
  link: string | null;
  /** What the QR code holds. */
  qr: string;
  openedAt: string;
  endsAt: string;
}

export interface ChainTransferWire {
  chain: ChainWire;
  coin: CoinWire;
  txid: string;
  amount: string;
  state: 'seen' | 'confirming' | 'final' | 'gone' | 'rejected';
  /** Set where it is rejected. */
  reason: 'wrong-contract' | 'reverted' | 'no-value' | null;
  confirmations: ConfirmationsWire;
  seenAt: string;
}

/** GET /me/invoices/{id}/payment and the answer of POST /me/invoices/{id}/quotes. */
export interface InvoicePaymentWire {
  invoiceId: string;
  number: string;
  status: InvoiceStatusWire;
  /** Dollars with two decimal places. */
  total: string;
  /** What neither bookings nor payments on their way cover. */
  rest: string;
  phase: PaymentPhaseWire;
  /** Independent of each other and of the phase. `late`: paid after the end of the quote. */
  flags: { under: boolean; over: boolean; late: boolean };
  confirmations: ConfirmationsWire | null;
  /** The chain cannot be read since then; payments are not lost, only seen later. */
  delayedSince: string | null;
  /** Chains that a quote can be opened on; empty where the operator has set none up. */
  chains: ChainWire[];
  /** Why no quote may be opened now; null: one may. */
  refusal: QuoteRefusalWire | null;
  /** The newest quote. */
  quote: QuoteWire | null;
  /** Newest first, at most 20. */
  transfers: ChainTransferWire[];
  /** A test payment can be sent from the wallet of the demo. */
  hasDemoWallet: boolean;
  /** Time of the answer, from which a countdown starts whatever the reader's clock says. */
  now: string;
}

/** The answer of POST /me/invoices/{id}/transactions; for the results see TransactionCheck in invoice-payments.types.ts. */
export interface TransactionCheckWire {
  result: 'found' | 'rejected' | 'other-amount' | 'elsewhere' | 'not-found' | 'unavailable';
  payment: InvoicePaymentWire;
}
