import type { InvoicePayment } from '../../lib/invoice-payment';
import { isolate } from '../../lib/i18n/isolate';
import { t } from '../../lib/i18n/texts';
import { invoiceAmount } from '../../lib/wire/invoices';
import type { ChainTransferWire, CoinWire, PaymentPhaseWire } from '../../lib/wire/types';

/**
 * `rest`: part of the amount was paid, and no open quote names the rest. `checking`: the network has confirmed a large payment, which a
 * second source has to agree with. `review`: an admin decides about a late payment. `refund`: money arrived for a void invoice. `closed`: a
 * price is needed, and there is no coin to lock one in.
 */
export type PaymentView = PaymentPhaseWire | 'checking' | 'rest' | 'review' | 'refund' | 'closed';

/** "0.00083125 BTC", in this order in every language. */
export const coinSum = ({ amount, coin }: { amount: string; coin: CoinWire }): string => isolate(`${amount} ${coin}`);

const needsQuote: ReadonlySet<PaymentPhaseWire> = new Set(['unquoted', 'waiting', 'expired']);

const mayPay: ReadonlySet<PaymentView> = new Set(['unquoted', 'waiting', 'expired', 'rest', 'closed']);
const onItsWay: ReadonlySet<PaymentView> = new Set(['seen', 'confirming', 'checking']);
const arriving: ReadonlySet<ChainTransferWire['state']> = new Set(['seen', 'confirming', 'final']);

/** Whether the member still has to pay something now. */
export const isPayable = (view: PaymentView): boolean => mayPay.has(view);

/** Whether the page names what is due: not while an admin decides how much a payment covers. */
export const namesDue = (view: PaymentView): boolean => mayPay.has(view) || onItsWay.has(view);

/** What the page shows. `endedQuoteId`: the quote whose countdown has reached zero here, before the server was asked again. */
export function viewOf(payment: InvoicePayment, endedQuoteId: string | null): PaymentView {
  const { quote, flags, status, rest, transfers, chains } = payment;
  const phase = payment.phase === 'waiting' && quote?.id === endedQuoteId ? 'expired' : payment.phase;
  if (phase === 'void' && transfers.some(({ state }) => arriving.has(state))) return 'refund';
  if (phase === 'expired' && flags.late && transfers.some(({ state }) => state === 'final')) return 'review';
  if (phase === 'confirming' && !transfers.some(({ state }) => state === 'confirming')) return 'checking';
  const isPartlyPaid = flags.under || status === 'partially_paid';
  if (!needsQuote.has(phase) || (phase === 'waiting' && (!isPartlyPaid || quote?.usd === rest))) return phase;
  if (chains.length === 0) return 'closed';
  return isPartlyPaid ? 'rest' : phase;
}

/** The newest transfer where it came to nothing, while the member may still have to pay. */
export function failedTransfer({ transfers }: InvoicePayment, view: PaymentView): ChainTransferWire | null {
  const newest = transfers[0];
  return newest && mayPay.has(view) && (newest.state === 'gone' || newest.state === 'rejected') ? newest : null;
}

/** What happened, and what to do. */
export function stateText(view: PaymentView, { quote, rest }: InvoicePayment): string {
  const due = invoiceAmount(rest);
  if (view === 'unquoted') return t('pay.state.unquoted.text', { rest: due });
  if (view === 'rest') return t('pay.state.rest.text', { rest: due });
  if (view === 'waiting') return quote ? t('pay.state.waiting.text', { usd: invoiceAmount(quote.usd) }) : '';
  return t(`pay.state.${view}.text`);
}
