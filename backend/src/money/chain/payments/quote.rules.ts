import { unitsFor, valueOf } from '../amounts.rules.js';
import type { Chain } from '../chain.types.js';
import { isLive, paidAt, type Transfer } from './transfer.rules.js';

/** A locked rate: `units` of the coin cover `usd` until `endsAt`. */
export interface Quote {
  chain: Chain;
  /** What the invoice lacks, scaled. */
  usd: bigint;
  /** Dollars a coin, scaled; see `lockRate`. */
  rate: bigint;
  units: bigint;
  openedAt: Date;
  endsAt: Date;
  /** Our watcher was down when the quote ended. Our own outage never makes a payment late. */
  outageAtEnd: boolean;
}

export const QUOTE_MS = 20 * 60_000;
/** Minutes by which a block's time may exceed the end of a quote that ended during an outage of ours. */
const OUTAGE_GRACE_MS = 60 * 60_000;
/** Reservations of tags and pool addresses outlive their quote by this. */
export const RESERVED_MS = 24 * 3_600_000;

/** Opens a quote for `usd` (scaled) at a locked rate. */
export function openQuote(chain: Chain, usd: bigint, rate: bigint, now: Date): Quote {
  const endsAt = new Date(now.getTime() + QUOTE_MS);
  return { chain, usd, rate, units: unitsFor(chain, usd, rate), openedAt: now, endsAt, outageAtEnd: false };
}

export function quoteState(quote: Quote, now: Date): 'open' | 'ended' {
  return now < quote.endsAt ? 'open' : 'ended';
}

/**
 * Returns the quote whose rate a transfer is valued by, null if it is late. Of several that it was in time for, this is the newest one that
 * was open when it was paid: a quote for the rest takes the place of the one before. `quotes`: of one invoice, oldest first.
 */
export function quoteInTime(quotes: readonly Quote[], transfer: Transfer): Quote | null {
  const paid = paidAt(transfer).getTime();
  const block = transfer.blockTime?.getTime();
  const covers = ({ endsAt, outageAtEnd }: Quote) =>
    paid <= endsAt.getTime() || (outageAtEnd && block !== undefined && block <= endsAt.getTime() + OUTAGE_GRACE_MS);
  const inTime = quotes.filter((quote) => quote.chain === transfer.chain && covers(quote));
  // A block's time can be earlier than that of every quote.
  return inTime.findLast(({ openedAt }) => openedAt.getTime() <= paid) ?? inTime[0] ?? null;
}

/**
 * Returns whether a tag or a pool address is still reserved for its quote: until 24 hours after the quote's end, and as long as a transfer
 * to it is not final.
 */
export function isReserved(quote: Quote, transfers: readonly Transfer[], now: Date): boolean {
  const unsettled = transfers.some((transfer) => isLive(transfer) && transfer.state !== 'final');
  return unsettled || now.getTime() < quote.endsAt.getTime() + RESERVED_MS;
}

/**
 * Returns which reservation a transfer to the shared address pays: the one of exactly this amount. Null: an admin matches it. Any
 * tolerance would exceed the distance between two tags.
 */
export function matchExactAmount<T extends { units: bigint }>(units: bigint, reservations: readonly T[]): T | null {
  const matches = reservations.filter((reservation) => reservation.units === units);
  return matches.length === 1 ? matches[0]! : null;
}

/** Returns the value of a transfer at the rate of its quote; a late one counts at the last quote's rate until it is posted. */
export function quotedValue(quotes: readonly Quote[], transfer: Transfer): bigint {
  const quote = quoteInTime(quotes, transfer) ?? quotes.findLast(({ chain }) => chain === transfer.chain);
  return quote ? valueOf(transfer.chain, transfer.units, quote.rate) : 0n;
}
