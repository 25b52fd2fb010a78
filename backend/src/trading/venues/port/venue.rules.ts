import type { Venue } from './rows.js';

/** Status codes of deposits that are in the balance; 6: credited but not withdrawable yet. All adapters use these codes. */
export const CREDITED_DEPOSITS: readonly number[] = [1, 6];
/** Status codes cancelled, rejected and failed. All other withdrawals leave the balance when they are requested. */
export const RETURNED_WITHDRAWALS: readonly number[] = [1, 3, 5];

/** Properties of a venue's data that decide how balances are reconciled. */
export interface VenueRules {
  /** The venue's first day of trading. */
  openedAt: Date;
  /** Why balances of this venue cannot be reconciled; null: they can. */
  untold: string | null;
  /** The venue's window of transfers between wallets; null: no limit, or not provided. */
  transferWindow: string | null;
}

const shared = (name: string, reach: string) =>
  `${name} provides trades of the last ${reach} only. Spot and futures share one wallet there, and its funding fees are not listed. ` +
  'Balances cannot be reconciled';

export const venueRules: Readonly<Record<Venue, VenueRules>> = {
  binance: {
    openedAt: new Date('2017-07-01T00:00:00Z'),
    untold: null,
    transferWindow: 'Binance provides transfers between wallets for the last six months only',
  },
  bybit: { openedAt: new Date('2018-03-01T00:00:00Z'), untold: shared('Bybit', 'two years'), transferWindow: null },
  okx: { openedAt: new Date('2017-01-01T00:00:00Z'), untold: shared('OKX', 'three months'), transferWindow: null },
};
