import type { Venue } from './rows.js';

export interface VenueProfile {
  /** As people write it. */
  name: string;
  /** A key of this venue has a third part. */
  passphrase: boolean;
}

export const venueProfiles: Readonly<Record<Venue, VenueProfile>> = {
  binance: { name: 'Binance', passphrase: false },
  bybit: { name: 'Bybit', passphrase: false },
  okx: { name: 'OKX', passphrase: true },
};
