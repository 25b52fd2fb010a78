import type { Venue } from '../port/index.js';

/** Codes of deposits that are in the balance; 6: credited, and not to be withdrawn yet. Every adapter says it in these words. */
export const CREDITED_DEPOSITS: readonly number[] = [1, 6];
/** Cancelled, rejected, failed: all other withdrawals are taken out of the balance when they are asked for. */
export const RETURNED_WITHDRAWALS: readonly number[] = [1, 3, 5];

/** What has to be known of a venue to count with its rows. */
export interface VenueRules {
  /** No account has anything before this day. */
  openedAt: Date;
  /** Why a balance cannot be counted from what this venue tells; null where it can. */
  untold: string | null;
  /** How far back the venue provides transfers between wallets; null: to the beginning, or not at all. */
  transferWindow: string | null;
}

const shared = (name: string, reach: string) =>
  `${name} provides trades of the last ${reach} only. Spot and futures share one wallet there, and its funding fees are not listed. Balances cannot be reconciled`;

export const venueRules: Readonly<Record<Venue, VenueRules>> = {
  binance: {
    openedAt: new Date('2017-07-01T00:00:00Z'),
    untold: null,
    transferWindow: 'Binance provides transfers between wallets for the last six months only',
  },
  bybit: { openedAt: new Date('2018-03-01T00:00:00Z'), untold: shared('Bybit', 'two years'), transferWindow: null },
  okx: { openedAt: new Date('2017-01-01T00:00:00Z'), untold: shared('OKX', 'three months'), transferWindow: null },
};
