import { valueOf } from '../amounts.rules.js';
import { transferId } from '../chain.types.js';
import { paymentStatus, postedFor, sumOf, type Posting } from './posting.rules.js';
import { quotedValue, quoteInTime, quoteState, type Quote } from './quote.rules.js';
import { isHeld } from './second-source.rules.js';
import { addAbsence, addOutage, addSighting, confirmationsNeeded, isLive, type Sighting, type Transfer } from './transfer.rules.js';

/** All that decides how an invoice's payment on one chain stands. */
export interface InvoicePayment {
  /** The invoice's total, scaled. */
  dueUsd: bigint;
  /** Dollars (scaled) that may be missing; 0 on a shared address with amount tags. */
  toleranceUsd: bigint;
  voided: boolean;
  /** Oldest first. */
  quotes: readonly Quote[];
  transfers: readonly Transfer[];
  postings: readonly Posting[];
}

/** What the payment page shows. */
export type Phase = 'waiting' | 'seen' | 'confirming' | 'paid' | 'expired' | 'void';

export interface PaymentView {
  phase: Phase;
  /** Independent of each other and of the phase. */
  flags: { under: boolean; over: boolean; late: boolean };
  /** Of the transfer with the fewest, while one is on its way; null otherwise. */
  confirmations: { have: number; need: number } | null;
  /** Dollars (scaled) that neither postings nor transfers on their way cover. */
  restUsd: bigint;
}

export type Refusal = 'payment-on-its-way' | 'paid' | 'void';

/** Computes what the page shows. Nothing of it is stored, so it follows from transfers and postings in whatever order they arrived. */
export function viewPayment(payment: InvoicePayment, now: Date): PaymentView {
  const live = payment.transfers.filter(isLive);
  const onTheirWay = live.filter((transfer) => transfer.state !== 'final' || isUnbooked(payment, transfer));
  const expected = live.reduce((sum, transfer) => sum + expectedValue(payment, transfer), 0n);
  const covered = expected > sumOf(payment.postings) ? expected : sumOf(payment.postings);
  // Nothing is due on a void invoice, whatever arrives for it.
  const rest = payment.voided ? 0n : payment.dueUsd - covered;
  return {
    phase: phaseOf(payment, onTheirWay, now),
    flags: {
      under: live.length > 0 && rest > 0n,
      over: live.length > 0 && -rest >= smallestExcess(payment),
      late: live.some((transfer) => quoteInTime(payment.quotes, transfer) === null),
    },
    confirmations: confirmationsOf(payment, onTheirWay),
    restUsd: rest > 0n ? rest : 0n,
  };
}

/** Adds one reading's sighting. Returns null where it contradicts what is known (see `addSighting`). */
export function withSighting(payment: InvoicePayment, sighting: Sighting, readAt: Date): InvoicePayment | null {
  const id = transferId(sighting);
  const known = payment.transfers.find((transfer) => transferId(transfer) === id) ?? null;
  const transfer = addSighting(known, sighting, confirmationsNeeded(sighting.chain, payment.dueUsd), readAt);
  if (transfer === null) return null;
  const others = payment.transfers.filter((other) => other !== known);
  return { ...payment, transfers: [...others, transfer] };
}

/** Records a complete reading of a healthy source: transfers that it does not contain are missing. */
export function withAbsences(payment: InvoicePayment, present: ReadonlySet<string>, readAt: Date): InvoicePayment {
  const transfers = payment.transfers.map((transfer) => (present.has(transferId(transfer)) ? transfer : addAbsence(transfer, readAt)));
  return { ...payment, transfers };
}

/** Records that the source was away or contradicted itself: the payment stays as it is, and the page says "delayed". */
export function withOutage(payment: InvoicePayment): InvoicePayment {
  return { ...payment, transfers: payment.transfers.map(addOutage) };
}

/** Returns why no new quote may be opened, null if one may. */
export function quoteRefusal(payment: InvoicePayment, now: Date): Refusal | null {
  const { phase } = viewPayment(payment, now);
  if (phase === 'void' || phase === 'paid') return phase;
  return phase === 'seen' || phase === 'confirming' ? 'payment-on-its-way' : null;
}

/** Returns how an invoice may be voided: at once, by a credit note because it is paid, or not until its payment is final. */
export function voidingOf(payment: InvoicePayment, now: Date): 'void' | 'credit-note' | 'payment-on-its-way' | 'already-void' {
  const { phase } = viewPayment(payment, now);
  if (phase === 'void') return 'already-void';
  if (phase === 'paid') return 'credit-note';
  return phase === 'seen' || phase === 'confirming' ? 'payment-on-its-way' : 'void';
}

/** Returns what was paid beyond the invoice, as credit of the member; rounding of a quote to whole units is no credit. */
export function creditOf(payment: InvoicePayment): bigint {
  const excess = sumOf(payment.postings) - payment.dueUsd;
  return excess >= smallestExcess(payment) ? excess : 0n;
}

function expectedValue(payment: InvoicePayment, transfer: Transfer): bigint {
  const id = transferId(transfer);
  const posted = sumOf(payment.postings.filter((posting) => posting.transfer === id));
  return posted !== 0n ? posted : quotedValue(payment.quotes, transfer);
}

/** What a quote asks beyond the amount due, by rounding up to a whole unit or by its amount tag, is no overpayment. */
function smallestExcess({ quotes }: InvoicePayment): bigint {
  return quotes
    .map(({ chain, rate, units, usd }) => [valueOf(chain, 1n, rate), valueOf(chain, units, rate) - usd + 1n])
    .flat()
    .reduce((most, value) => (value > most ? value : most), 1n);
}

function phaseOf(payment: InvoicePayment, onTheirWay: readonly Transfer[], now: Date): Phase {
  if (payment.voided) return 'void';
  if (paymentStatus(payment.dueUsd, payment.postings) === 'paid') return 'paid';
  if (onTheirWay.some(({ state }) => state !== 'seen')) return 'confirming';
  if (onTheirWay.length > 0) return 'seen';
  const last = payment.quotes.at(-1);
  return last && quoteState(last, now) === 'open' ? 'waiting' : 'expired';
}

function confirmationsOf(payment: InvoicePayment, onTheirWay: readonly Transfer[]): PaymentView['confirmations'] {
  const [first, ...others] = onTheirWay;
  if (!first) return null;
  const slowest = others.reduce((least, transfer) => (transfer.confirmations < least.confirmations ? transfer : least), first);
  const need = confirmationsNeeded(slowest.chain, payment.dueUsd);
  return { have: Math.min(slowest.confirmations, need), need };
}

/** Final, and held until a second source agrees. */
const isUnbooked = (payment: InvoicePayment, transfer: Transfer): boolean =>
  isHeld(payment, transfer) && postedFor(payment.postings, transferId(transfer)).units === 0n;
