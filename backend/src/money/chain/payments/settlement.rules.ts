import { valueOf } from '../amounts.rules.js';
import { transferId, type Chain } from '../chain.types.js';
import type { InvoicePayment } from './payment.rules.js';
import { postedFor, sumOf, writtenOff, type Posting } from './posting.rules.js';
import { quotedValue, quoteInTime } from './quote.rules.js';
import { isHeld } from './second-source.rules.js';
import { isLive, paidAt, type Transfer } from './transfer.rules.js';

/** Dollars a coin at this moment, scaled; null where no rate is known. Late money is valued by it. */
export type CurrentRates = Readonly<Record<Chain, bigint | null>>;

/** What the ledger and the admins need next. Each is repeated by every call until it is done, and done once by its key. */
export type Settlement =
  | { do: 'post'; posting: Posting }
  /** A transfer to a void invoice: it belongs to nothing. */
  | { do: 'unmatched'; transfer: string }
  /** A large payment, of which one source alone says that it is final. */
  | { do: 'ask-second-source'; transfer: string }
  /** Late money whose value an admin has to accept. */
  | { do: 'ask-admin'; transfer: string; reason: 'late' | 'no-rate' }
  /** A final transfer was lost in a reorganisation, and its posting is reversed. */
  | { do: 'tell-admins'; transfer: string; reason: 'reorganised' };

/** The system accepts late money that arrives within this time after the last quote's end … */
const LATE_MS = 24 * 3_600_000;
/** … and that is worth at least this share of the amount due. */
const LATE_PERCENT = 98n;

/**
 * Compares final transfers with postings and returns what is missing: postings of final transfers, reversals of those that are no longer
 * final. Applying the result and calling again returns no postings.
 */
export function settle(payment: InvoicePayment, rates: CurrentRates): Settlement[] {
  const reversals = reversalsOf(payment);
  const reversed = withPostings(payment, reversals);
  if (payment.voided) return [...reversals, ...payment.transfers.filter(isLive).filter(isUnposted(reversed)).map(unmatched)];
  const unbooked = payment.transfers
    .filter((transfer) => isLive(transfer) && transfer.state === 'final' && isUnposted(reversed)(transfer))
    .toSorted((a, b) => paidAt(a).getTime() - paidAt(b).getTime() || (transferId(a) < transferId(b) ? -1 : 1));
  const held = unbooked.filter((transfer) => isHeld(payment, transfer));
  const final = unbooked.filter((transfer) => !held.includes(transfer));
  const inTime = final.filter((transfer) => quoteInTime(payment.quotes, transfer) !== null);
  const posted = inTime.map((transfer) => received(transfer, quotedValue(payment.quotes, transfer)));
  const late = final.filter((transfer) => !inTime.includes(transfer));
  const lateSteps = settleLate(withPostings(reversed, posted), late, rates);
  const accepted = lateSteps.some((step) => step.do === 'post');
  const steps = [...posted, ...lateSteps];
  const asked = held.map((transfer): Settlement => ({ do: 'ask-second-source', transfer: transferId(transfer) }));
  return [...reversals, ...steps, ...asked, ...allowance(withPostings(reversed, steps), accepted)];
}

/** Returns the payment with the postings of `steps` in its ledger. */
export function withPostings(payment: InvoicePayment, steps: readonly Settlement[]): InvoicePayment {
  const added = steps.flatMap((step) => (step.do === 'post' ? [step.posting] : []));
  return added.length === 0 ? payment : { ...payment, postings: [...payment.postings, ...added] };
}

/** Reverses what transfers gave that are not final any more, and the write-off that depended on them. */
function reversalsOf(payment: InvoicePayment): Settlement[] {
  const lost = payment.transfers.filter((transfer) => transfer.state !== 'final' && !isUnposted(payment)(transfer));
  if (lost.length === 0) return [];
  const taken = lost.flatMap((transfer): Settlement[] => {
    const id = transferId(transfer);
    const { usd, units } = postedFor(payment.postings, id);
    return [
      { do: 'post', posting: { kind: 'received', transfer: id, usd: -usd, units: -units } },
      { do: 'tell-admins', transfer: id, reason: 'reorganised' },
    ];
  });
  const allowed = writtenOff(payment.postings);
  return allowed === 0n ? taken : [...taken, { do: 'post', posting: { kind: 'write-off', transfer: null, usd: -allowed, units: 0n } }];
}

/**
 * Posts late money at the quoted rate or at its value now, whichever is more, if together with what was posted it covers 98 % of the amount
 * due within 24 hours. Beyond that an admin decides. After the invoice is covered it is credit, by its value now.
 */
function settleLate(payment: InvoicePayment, late: readonly Transfer[], rates: CurrentRates): Settlement[] {
  if (late.length === 0) return [];
  const ask = (reason: 'late' | 'no-rate') => late.map((one): Settlement => ({ do: 'ask-admin', transfer: transferId(one), reason }));
  if (late.some(({ chain }) => rates[chain] === null)) return ask('no-rate');
  const valueNow = ({ chain, units }: Transfer) => valueOf(chain, units, rates[chain]!);
  const before = sumOf(payment.postings);
  if (before >= payment.dueUsd) return late.map((transfer) => received(transfer, valueNow(transfer)));
  const total = late.reduce((sum, transfer) => sum + valueNow(transfer), before);
  const end = payment.quotes.at(-1)?.endsAt.getTime() ?? -Infinity;
  const timely = late.every((transfer) => paidAt(transfer).getTime() <= end + LATE_MS);
  if (!timely || total * 100n < payment.dueUsd * LATE_PERCENT) return ask('late');
  return late.map((transfer) => {
    const [now, quoted] = [valueNow(transfer), quotedValue(payment.quotes, transfer)];
    return received(transfer, now > quoted ? now : quoted);
  });
}

/** Writes off what is missing within the tolerance, or after late money was accepted: a paid invoice is one that postings cover. */
function allowance(payment: InvoicePayment, acceptedLate: boolean): Settlement[] {
  const sum = sumOf(payment.postings);
  const rest = payment.dueUsd - sum;
  if (sum <= 0n || rest <= 0n || (rest > payment.toleranceUsd && !acceptedLate)) return [];
  return [{ do: 'post', posting: { kind: 'write-off', transfer: null, usd: rest, units: 0n } }];
}

const isUnposted = (payment: InvoicePayment) => (transfer: Transfer) => postedFor(payment.postings, transferId(transfer)).units === 0n;

const unmatched = (transfer: Transfer): Settlement => ({ do: 'unmatched', transfer: transferId(transfer) });

const received = (transfer: Transfer, usd: bigint): Settlement => ({
  do: 'post',
  posting: { kind: 'received', transfer: transferId(transfer), usd, units: transfer.units },
});
