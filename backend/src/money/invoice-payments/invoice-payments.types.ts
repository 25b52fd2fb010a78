import type { TransferState } from '../chain/index.js';

/**
 * Why an admin looks at a transfer: money that matches no invoice, that came late, whose block was lost in a reorganisation, about which
 * answers contradict each other, or that is large and not confirmed by a second source.
 */
export const attentions = ['unmatched', 'late', 'no-rate', 'reorganised', 'contradiction', 'second-source'] as const;
export type Attention = (typeof attentions)[number];

/** What an admin did about a transfer: booked it for an invoice, sent the money back, or found that there is nothing to do. */
export const resolutions = ['booked', 'returned', 'dismissed'] as const;
export type Resolution = (typeof resolutions)[number];

/** `gone`: a transaction that was never final and is no longer known to its chain. */
export const transferStates = ['seen', 'confirming', 'final', 'gone', 'rejected'] as const satisfies readonly TransferState[];

/**
 * What became of a transaction that a member names. `found`: it pays the invoice, as the page shows; `other-amount`: money on a shared
 * address that says not whose it is; `elsewhere`: it pays no address of the invoice; `not-found`: no chain knows it yet.
 */
export type TransactionCheck = 'found' | 'rejected' | 'other-amount' | 'elsewhere' | 'not-found' | 'unavailable';

/** A bid that a locked rate is the median of. */
export interface RateSource {
  venue: string;
  /** Dollars a coin. */
  price: string;
  /** ISO 8601, UTC. */
  at: string;
}
